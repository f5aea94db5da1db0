import { act, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it } from "vitest";
import { aCatalogue, aSummary, gapClass, gapUp } from "@/lib/testing/fixtures";
import { aStore, renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import type { Filter } from "@/question/filters";
import { emptyFilters, filtersApplied } from "@/question/filters-slice";
import { AccessRestricted } from "@/screens/entry/gate/access-restricted";
import { LoginPage } from "@/screens/entry/gate/login-page";
import { addressOf, SCREENS, titleOf } from "@/screens/screens";
import { PageTitle } from "./page-title";

const up: Filter = { feature: "gap_up", operator: "=", value: true };
const flat: Filter = { feature: "gap_class", operator: "in", value: ["flat"] };

beforeEach(() => {
  document.title = "";
  server.use(
    http.get("*/api/features", () => HttpResponse.json(aCatalogue([gapUp, gapClass], []))),
    http.get("*/api/v2/summary", () => HttpResponse.json(aSummary())),
    http.post("*/api/v2/filtered", async ({ request }) => {
      const { filters } = (await request.json()) as { filters: object };
      const total_days = Object.keys(filters).length === 1 ? 301 : 1;
      return HttpResponse.json({ filtered_data: { total_days }, snapshot: "s1" });
    }),
  );
});

const titled = (title: string) => waitFor(() => expect(document.title).toBe(title));
const at = (path: string, active: Filter[] = []) =>
  renderPage(<PageTitle />, aStore({ filters: { ...emptyFilters, active } }), path);

const TITLED = SCREENS.flatMap((place) =>
  place.views.map((view) => [addressOf(place, view), titleOf(place, view)] as const),
);

it.each(TITLED)("%s without a question is called %s", async (path, place) => {
  at(path);
  await titled(`${place} · Session Almanac`);
});

it("the dashboard is called after its question, and follows it", async () => {
  const store = at("/dashboard", [up]);
  await titled("Gap up, 301 days · Session Almanac");
  act(() => void store.dispatch(filtersApplied({ filters: [up, flat], appliedAt: 1 })));
  await titled("Gap up, Opening gap flat, 1 day · Session Almanac");
  act(() => void store.dispatch(filtersApplied({ filters: [], appliedAt: 2 })));
  await titled("Dashboard · Session Almanac");
});

it("another screen is called after the question and its own name", async () => {
  at("/dashboard?view=by-value", [up]);
  await titled("Gap up, 301 days · By value · Session Almanac");
});

it("a screen that asks another question bears none", async () => {
  at("/practice", [up]);
  await titled("Practice · Session Almanac");
});

it("an address that is none of the screens is the page alone", async () => {
  at("/v/AAAA", [up]);
  await titled("Session Almanac");
});

it.each([
  ["Sign in", <LoginPage key="login" />],
  ["Access restricted", <AccessRestricted key="gate" text="No." />],
])("before the entry it is %s", async (heading, page) => {
  renderPage(page);
  expect(screen.getByRole("heading", { name: heading })).toBeVisible();
  await titled(`${heading} · Session Almanac`);
});
