import { fireEvent, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { Route, Routes, useLocation } from "react-router";
import { beforeEach, expect, it, vi } from "vitest";
import { storeTokens } from "@/api/session/tokens";
import { aStore, letIn, renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { arriving, at, gate, standBeforeTheGate, tokens } from "../testing/gate-stage";
import { AccessGate } from "./access-gate";
import { collectArrival } from "./arrival";
import { LoginPage } from "./login-page";
import { collectAddress, forgetAddress, keptAddress } from "./requested-address";

const ENTRY = "user_id=u1&user_email=a@x.org&course_id=c";
const FILTERS = `filters=${encodeURIComponent('{"gap_up":{"operator":"=","value":true}}')}`;
const ADDRESSES = [
  `/dashboard?${FILTERS}`,
  `/dashboard?by=gap_size_pts&cut=3&${FILTERS}&view=by-value#top`,
  "/v/AAAAAAAAAAAAAAAAAAAAAA",
  "/chart?date=2024-05-03",
  "/methods",
];

standBeforeTheGate();
beforeEach(forgetAddress);

/** A visit that begins at an address, as the page begins it; where it leads. */
function visit(address: string) {
  at(address);
  collectArrival();
  collectAddress();
  return location.pathname + location.search + location.hash;
}

function entryAnswers(status: number) {
  const answer = { ...tokens, user_info: letIn.session.user, message: "Authentication required." };
  server.use(http.post("*/api/auth/entry", () => HttpResponse.json(answer, { status })));
}

async function refused(address: string) {
  entryAnswers(403);
  visit(address);
  renderPage(gate, arriving(), address);
  await screen.findByText("Access restricted");
}

it.each(ADDRESSES)("%s, for which nobody was let in, opens after the entry, once", async (address) => {
  await refused(address);
  expect(visit(`/?${ENTRY}`)).toBe(address);
  entryAnswers(200);
  renderPage(gate, arriving(), address);
  expect(await screen.findByText("inside")).toBeVisible();
  await waitFor(() => expect(visit(`/?${ENTRY}`)).toBe("/"));
});

it("one of an earlier version opens where its screen stands now, with its question", async () => {
  await refused(`/curve?by=gap_size_pts&cut=3&${FILTERS}#top`);
  expect(visit(`/?${ENTRY}`)).toBe(`/dashboard?by=gap_size_pts&cut=3&${FILTERS}&view=by-value#top`);
});

it("an entry that is refused keeps it for the next one", async () => {
  const [address = ""] = ADDRESSES;
  await refused(address);
  await refused(`/?${ENTRY}`);
  expect(visit(`/dashboard?${ENTRY}&layout=%7B%7D`)).toBe(address);
});

it.each([`/days?${ENTRY}`, `/dashboard?${ENTRY}&${FILTERS}`])(
  "an entry with a question of its own leads there: %s",
  async (entry) => {
    await refused("/dashboard?view=by-value&by=gap_size_pts");
    expect(visit(entry)).not.toContain("by-value");
  },
);

it.each(["/", "/dashboard", "/login", "/access-denied", "/off/token", "//elsewhere.example/dashboard"])(
  "%s is no address to come back to",
  async (address) => {
    entryAnswers(403);
    vi.stubGlobal("location", { ...location, pathname: address, search: "", hash: "" });
    collectAddress();
    vi.unstubAllGlobals();
    renderPage(gate, arriving());
    await screen.findByText("Access restricted");
    expect(keptAddress()).toBeNull();
  },
);

it("nothing that names a visitor is kept", async () => {
  await refused(`/dashboard?view=by-value&by=gap_size_pts&${ENTRY}&signature=ab`);
  expect(JSON.stringify(localStorage)).not.toContain("u1");
  expect(keptAddress()).toBe("/dashboard?view=by-value&by=gap_size_pts");
});

it("it is forgotten after an hour, and where what is there may be read by everybody", async () => {
  await refused("/methods");
  expect(keptAddress(Date.now() + 59 * 60_000)).toBe("/methods");
  expect(keptAddress(Date.now() + 61 * 60_000)).toBeNull();
  forgetAddress();
  visit("/claims");
  renderPage(<AccessGate open={<p>for everybody</p>}>inside</AccessGate>, arriving(), "/claims");
  expect(screen.getByText("for everybody")).toBeVisible();
  expect(keptAddress()).toBeNull();
});

it("a session that has ended leads over the sign-in page to what was asked for, with its question", async () => {
  const address = ADDRESSES[1] ?? "";
  storeTokens(tokens);
  server.use(
    http.get("*/api/auth/me", () => new HttpResponse(null, { status: 401 })),
    http.post("*/api/auth/refresh", () => new HttpResponse(null, { status: 401 })),
    http.post("*/api/auth/login", () => HttpResponse.json({ ...tokens, user_info: letIn.session.user })),
  );
  visit(address);
  const Place = () => <output>{Object.values(useLocation()).slice(0, 3).join("")}</output>;
  const store = renderPage(
    <>
      <Routes>
        <Route path="/login" element={<LoginPage />} />
        <Route path="*" element={gate} />
      </Routes>
      <Place />
    </>,
    arriving(),
    address,
  );
  fireEvent.change(await screen.findByLabelText("Username"), { target: { value: "ana" } });
  fireEvent.change(screen.getByLabelText("Password"), { target: { value: "x" } });
  fireEvent.click(screen.getByRole("button", { name: "Sign in" }));
  expect(await screen.findByText("inside")).toBeVisible();
  expect(screen.getByRole("status")).toHaveTextContent(address);
  expect(store.getState().filters.active).toMatchObject([{ feature: "gap_up", value: true }]);
  expect(keptAddress()).toBeNull();
});

it("who logs out is led to the first page by the next sign-in", async () => {
  visit("/methods");
  const store = renderPage(gate, aStore(), "/methods");
  await screen.findByText("inside");
  store.dispatch({ type: "session/signedOut" });
  await waitFor(() => expect(screen.queryByText("inside")).toBeNull());
  expect(keptAddress()).toBeNull();
});
