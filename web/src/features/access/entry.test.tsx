import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { aStore, letIn, renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { readTokens, storeTokens } from "@/lib/tokens";
import { AccessGate } from "./access-gate";
import { strippedAddress } from "./entry";

const tokens = { access_token: "a", refresh_token: "r", expires_in: 900, session_id: "s" };
const arriving = () => aStore({ session: { ...letIn.session, status: "idle", user: null } });
const gate = <AccessGate>inside</AccessGate>;

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  history.replaceState(null, "", "/dashboard");
});
afterEach(() => vi.restoreAllMocks());

const at = (address: string) => history.replaceState(null, "", address);

describe("an address with entry parameters", () => {
  it("is posted once with the referrer, stripped, and lets the visitor in", async () => {
    const bodies: unknown[] = [];
    server.use(
      http.post("*/api/auth/entry", async ({ request }) => {
        bodies.push(await request.json());
        return HttpResponse.json({ ...tokens, user_info: letIn.session.user });
      }),
    );
    at(
      "/dashboard?user_id=u1&user_email=a%2Bb@x.org&course_id=c&return_url=https://school.example/c&view=2#top",
    );
    renderPage(gate, arriving());
    expect(screen.getByText("Validating access...")).toBeVisible();
    expect(await screen.findByText("inside")).toBeVisible();
    expect(bodies).toEqual([
      {
        user_id: "u1",
        user_email: "a+b@x.org",
        course_id: "c",
        return_url: "https://school.example/c",
        referrer: document.referrer,
      },
    ]);
    expect(location.pathname + location.search + location.hash).toBe("/dashboard?view=2#top");
    expect(readTokens()).toMatchObject({ access: "a", refresh: "r" });
  });

  it("that is refused shows the server's text and the way back", async () => {
    const text = "Access denied. Invalid course access code.";
    server.use(http.post("*/api/auth/entry", () => HttpResponse.json({ message: text }, { status: 403 })));
    at("/?course=nope&return_url=https://school.example/c");
    renderPage(gate, arriving());
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByRole("link", { name: "Return to Course" })).toHaveAttribute(
      "href",
      "https://school.example/c",
    );
    expect(screen.getByRole("link", { name: "Contact Support" })).toBeVisible();
  });

  it("never leads back to anything but a web address", async () => {
    server.use(http.post("*/api/auth/entry", () => HttpResponse.json({ message: "No." }, { status: 403 })));
    at("/?course=nope&return_url=javascript:alert(1)");
    renderPage(gate, arriving());
    expect(await screen.findByRole("link", { name: "Return to Course" })).toHaveAttribute("href", "/");
  });
});

describe("an address without them", () => {
  it("takes up the stored session", async () => {
    storeTokens(tokens);
    server.use(http.get("*/api/auth/me", () => HttpResponse.json(letIn.session.user)));
    renderPage(gate, arriving());
    expect(await screen.findByText("inside")).toBeVisible();
  });

  it("renews tokens that have ended before asking who it is", async () => {
    storeTokens({ ...tokens, expires_in: -1 });
    const seen: string[] = [];
    server.use(
      http.post("*/api/auth/refresh", () => HttpResponse.json({ ...tokens, access_token: "b" })),
      http.get("*/api/auth/me", ({ request }) => {
        seen.push(request.headers.get("Authorization") ?? "");
        return HttpResponse.json(letIn.session.user);
      }),
    );
    renderPage(gate, arriving());
    expect(await screen.findByText("inside")).toBeVisible();
    expect(seen).toEqual(["Bearer b"]);
  });

  it("asks the server, whose text says what is missing", async () => {
    const text = "Authentication required. Please access this dashboard through LearnWorlds.";
    server.use(http.post("*/api/auth/entry", () => HttpResponse.json({ message: text }, { status: 403 })));
    renderPage(gate, arriving());
    expect(await screen.findByText(text)).toBeVisible();
  });

  it("that nobody answers shows a plain failure", async () => {
    server.use(http.post("*/api/auth/entry", () => HttpResponse.error()));
    renderPage(gate, arriving());
    await waitFor(() => expect(screen.getByText("Authentication error. Please try again.")).toBeVisible());
  });
});

it("stripping keeps what is not an entry parameter", () => {
  at("/chart?a=1&user_id=2&profile=pro");
  expect(strippedAddress(location)).toBe("/chart?a=1");
});
