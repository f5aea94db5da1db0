import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { useLocation } from "react-router";
import { expect, it } from "vitest";
import type { Claim } from "@/api/generated";
import { type AppliedSet, keepHistory, keepPresets } from "@/kept/saved-filters";
import { viewOf } from "@/kept/view";
import { modalOpened, viewChosen } from "@/lib/state/ui-slice";
import { aClaim, aClaimsAnswer } from "@/lib/testing/claims";
import { aCatalogue, aCategory, aFeature, aSummary, gapUp } from "@/lib/testing/fixtures";
import { aStore, letIn, renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { Modals } from "../shell/modals";

const nr7 = aFeature({ name: "nr7", displayName: "NR7", category: "RANGE" });
const upDays: AppliedSet = {
  filters: [{ feature: "gap_up", operator: "=", value: true }],
  view: viewOf(letIn),
  appliedAt: Date.UTC(2026, 1, 3),
};

function Address() {
  const { pathname, search, hash } = useLocation();
  return <p>at {pathname + search + hash}</p>;
}

async function open(hasCharts = true, claims: Claim[] = []) {
  const catalogue = aCatalogue(
    [gapUp, nr7],
    [aCategory("RANGE", { display_name: "Range" }), aCategory("EOD", { visible_features: 0 })],
  );
  catalogue.profile_limits.features.charts = hasCharts;
  server.use(
    http.get("*/api/features", () => HttpResponse.json(catalogue)),
    http.get("*/api/v2/summary", () => HttpResponse.json(aSummary())),
    http.get("*/api/v2/claims", () => HttpResponse.json(aClaimsAnswer(...claims))),
    http.post("*/api/compute", () => HttpResponse.json({ total_days: 3, data: {}, snapshot: "s1" })),
  );
  keepPresets({ set: { "up mornings": upDays }, gone: [] });
  keepHistory([upDays]);
  const store = renderPage(
    <>
      <Modals />
      <Address />
    </>,
    aStore({ ui: { ...letIn.ui, modals: ["find"] } }),
  );
  await screen.findByRole("option", { name: /^Range/ });
  return store;
}

const type = (text: string) => userEvent.type(screen.getByRole("combobox"), text);
const at = (address: string) => waitFor(() => expect(screen.getByText(`at ${address}`)).toBeVisible());

it("a feature: its category comes onto the page, its probability opens, its card is wanted", async () => {
  const store = await open();
  await type("nr7{Enter}");
  await at("/dashboard");
  expect(store.getState().ui.selectedCategories).toContain("RANGE");
  expect(store.getState().ui.expandedCategories).toContain("RANGE");
  expect(store.getState().ui.activeProbabilityFeatures).toEqual(["nr7"]);
  expect(store.getState().find).toEqual({ wanted: "nr7", cardText: "" });
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("a category comes onto the page and is wanted", async () => {
  const store = await open();
  await type("range");
  await userEvent.click(screen.getByRole("option", { name: /^RangeCategory/ }));
  await at("/dashboard");
  expect(store.getState().ui.selectedCategories).toContain("RANGE");
  expect(store.getState().find.wanted).toBe("RANGE");
});

it("a preset's filters wait for Apply", async () => {
  const store = await open();
  await type("up mornings{Enter}");
  await at("/dashboard");
  expect(store.getState().filters.pending).toEqual(upDays.filters);
});

it.each([
  ["2025-04-09", "/chart?date=2025-04-09"],
  ["chart", "/chart"],
  ["claims", "/claims"],
  ["published figures", "/claims"],
  ["brooks", "/claims"],
  ["questions", "/questions"],
  ["statistical methods", "/methods"],
  ["settings", "/settings"],
  ["export", "/days?export=open"],
  ["by value", "/dashboard?view=by-value"],
  ["gallery", "/days"],
  ["typical path", "/dashboard?view=path"],
  ["p-values", "/methods#tests"],
  ["iqr", "/methods#glossary"],
])("%s leads to %s", async (text, address) => {
  await open();
  await type(`${text}{Enter}`);
  await at(address);
});

it("help is the sheet of shortcuts, over the screen one is on", async () => {
  const store = await open();
  await type("help{Enter}");
  expect(await screen.findByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  expect(store.getState().ui.modals).toEqual(["shortcuts"]);
});

it("cards are narrowed by what was typed, all of them on the page", async () => {
  const catalogueWords = "reads";
  const store = await open();
  await type(catalogueWords);
  await userEvent.click(screen.getByRole("option", { name: /^Show only the 2 cards/ }));
  await at("/dashboard");
  expect(store.getState().find.cardText).toBe(catalogueWords);
  expect(store.getState().ui.selectedCategories).toContain("RANGE");
});

it("Focus and all features are views of the dashboard", async () => {
  const store = await open();
  await type("focus{Enter}");
  await at("/dashboard");
  expect(store.getState().ui.view).toBe("focus");
  act(() => void store.dispatch(modalOpened("find")));
  await screen.findByRole("option", { name: /^Range/ });
  await type("all features{Enter}");
  expect(store.getState().ui.view).toBe("all");
});

it.each(["range{Enter}", "reads"])("%s in Focus leads to all features", async (text) => {
  const store = await open();
  act(() => void store.dispatch(viewChosen("focus")));
  await type(text);
  const cards = screen.queryByRole("option", { name: /^Show only the 2 cards/ });
  if (cards) await userEvent.click(cards);
  await at("/dashboard");
  expect(store.getState().ui.view).toBe("all");
});

it("a condition that is surely meant waits for Apply, on the screen one is on", async () => {
  const store = await open();
  await type("gap up");
  await userEvent.click(screen.getByRole("option", { name: /^Gap upCondition/ }));
  await at("/");
  expect(store.getState().filters.pending).toEqual(upDays.filters);
});

it("a usual question is asked where it is chosen", async () => {
  const store = await open(true, [aClaim({ as_of: 12 })]);
  await type("gap fill close");
  await userEvent.click(
    await screen.findByRole("option", { name: /^Does the gap fill by the close\?.*65\.3%/ }),
  );
  await at("/dashboard");
  await waitFor(() => expect(store.getState().filters.active).toEqual(aClaim().filters));
  expect(store.getState().ui).toMatchObject({ asOf: "b12", activeProbabilityFeatures: ["gap_fill_bar"] });
  expect(store.getState().filters.pending).toEqual([]);
});

it("what the tier does not have is not found: charts, days, a category without a card", async () => {
  await open(false);
  expect(screen.queryByRole("option", { name: /^Chart/ })).toBeNull();
  expect(screen.queryByRole("option", { name: /^EOD/ })).toBeNull();
  await type("2025-04-09");
  expect(screen.queryByRole("option", { name: /Wednesday/ })).toBeNull();
});
