import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { Route, Routes, useLocation } from "react-router";
import { beforeEach, expect, it, vi } from "vitest";
import type { SharedView } from "@/api/generated";
import { aCatalogue, gapUp } from "@/lib/testing/fixtures";
import { aStore, renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { filtersShown } from "@/question/filters-slice";
import SharedLine from "./shared-line";
import SharedPage from "./shared-page";

const ID = "AAAAAAAAAAAAAAAAAAAAAA";
const gap = { feature: "gap_up", operator: "=" as const, value: true };
const figures = { snapshot: "s", last_session: "2026-11-19", days: 412, occurrence: 0.612 };
const view: SharedView = {
  id: ID,
  address: `/path?filters=${encodeURIComponent(JSON.stringify({ gap_up: { operator: "=", value: true } }))}&asOf=b12`,
  symbol: "ES",
  feature: "gap_up",
  created_at: new Date(2026, 10, 20).getTime() / 1000,
  // biome-ignore lint/suspicious/noThenProperty: the answer names it so
  then: figures,
  now: { ...figures, days: 418 },
  why: null,
};

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  server.use(http.get("*/api/features", () => HttpResponse.json(aCatalogue([gapUp], []))));
});

/** Any other screen, with the line of a shared view where its address came of one. */
function Screen() {
  const { pathname, search, state } = useLocation();
  return (
    <>
      {state?.shared && <SharedLine {...state.shared} />}
      <p>{`At ${pathname}${search}`}</p>
    </>
  );
}

function open(answer: () => Response | Promise<Response>, id = ID) {
  const asked: string[] = [];
  server.use(
    http.get("*/api/v2/views/:id", ({ params }) => {
      asked.push(String(params.id));
      return answer();
    }),
  );
  const page = (
    <Routes>
      <Route path="/v/:id" element={<SharedPage />} />
      <Route path="*" element={<Screen />} />
    </Routes>
  );
  return { asked, store: renderPage(page, aStore(), `/v/${id}`) };
}

it("a short link shows its view in its place and says what has changed, until that is dismissed", async () => {
  const { store } = open(() => HttpResponse.json(view));
  const line = await screen.findByRole("status", { name: "Shared view" });
  expect(line.textContent).toMatch(/^Shared on Nov 20.*: 412 days then, 418 now\.$/);
  expect(screen.getByText(/^At \/dashboard\?filters=.*asOf=b12&view=path$/)).toBeVisible();
  expect(store.getState()).toMatchObject({ filters: { active: [gap] }, ui: { asOf: "b12" } });
  await userEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(line).not.toBeInTheDocument();
  expect(screen.getByText(/^At \/dashboard\?filters=.*asOf=b12&view=path$/)).toBeVisible();
});

it("what has changed is said of the shared question alone", async () => {
  const { store } = open(() => HttpResponse.json(view));
  await screen.findByRole("status", { name: "Shared view" });
  store.dispatch(filtersShown([]));
  await waitFor(() => expect(screen.queryByRole("status", { name: "Shared view" })).toBeNull());
  store.dispatch(filtersShown([gap]));
  expect(await screen.findByRole("status", { name: "Shared view" })).toBeVisible();
});

it.each([
  ["nobody knows", () => new HttpResponse(null, { status: 404 }), "This link is wrong or too old."],
  [
    "bears another site's address",
    () => HttpResponse.json({ ...view, address: "//elsewhere.example/path" }),
    "It leads to an address that is none of this page's.",
  ],
  [
    "is asked for too often",
    () => HttpResponse.json({ message: "Too many requests." }, { status: 429 }),
    "Too many requests.",
  ],
])("a link that %s leads to the dashboard", async (_, answer, text) => {
  const { store } = open(answer);
  expect((await screen.findByRole("alert")).textContent).toContain(text);
  expect(screen.getByRole("link", { name: "Open the dashboard" })).toHaveAttribute("href", "/dashboard");
  expect(store.getState().filters.active).toEqual([]);
});

it("what cannot be an id is asked of nobody", async () => {
  const { asked } = open(() => HttpResponse.json(view), "..%2F..%2Fauth%2Fme");
  expect(await screen.findByRole("alert")).toBeVisible();
  expect(asked).toEqual([]);
});
