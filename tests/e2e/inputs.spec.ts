import type { Locator } from "@playwright/test";
import type { Filters } from "./api";
import { counted, type Dashboard, share } from "./dashboard";
import { expect, oneDashboard } from "./test";

interface Case {
  kind: string;
  card: string;
  set: (card: Locator, dashboard: Dashboard) => Promise<unknown>;
  filters: Filters;
  sentence: string;
}

const operator = (card: Locator) => card.getByRole("combobox", { name: / operator$/ });
const value = (card: Locator) => card.getByRole("combobox", { name: / value$/ });

/** One of every form a value is given in, with what the API must be asked for it; filter-card and filter-kinds have the rest. */
const CASES: Case[] = [
  {
    kind: "boolean",
    card: "Gap Down",
    set: (card) => card.getByRole("button", { name: "False" }).click(),
    filters: { gap_down: { operator: "=", value: false } },
    sentence: "No gap down",
  },
  {
    kind: "choice of several",
    card: "Gap Class",
    set: async (card, dashboard) => {
      await dashboard.choose(card, "Gap Class", "Full up", "Full down");
      await expect(card.getByRole("button", { name: "Gap Class: 2 selected" })).toBeVisible();
    },
    filters: { gap_class: { operator: "in", value: ["full_up", "full_down"] } },
    sentence: "Opening gap full up or full down",
  },
  {
    kind: "bar",
    card: "Gap Fill (bar)",
    set: async (card) => {
      await operator(card).selectOption("≤");
      await value(card).selectOption("Bar 24");
    },
    filters: { gap_fill_bar: { operator: "<=", value: 24 } },
    sentence: "Gap filled on bar 24 or earlier",
  },
  {
    kind: "bar range",
    card: "GXH Breakout (bar)",
    set: async (card) => {
      await operator(card).selectOption("range");
      await card.getByRole("combobox", { name: / minimum$/ }).selectOption("Bar 13");
      await card.getByRole("combobox", { name: / maximum$/ }).selectOption("Bar 27");
    },
    filters: { gxh_bo_bar: { operator: "range", value: [13, 27] } },
    sentence: "Overnight high broken on bars 13 to 27",
  },
  {
    kind: "bar read by an earlier bar",
    card: "Half Gap Fill (bar)",
    set: async (card) => {
      await operator(card).selectOption(">");
      await value(card).selectOption("No Event");
      await card.getByRole("textbox", { name: / by bar$/ }).fill("6");
    },
    filters: { gap_half_fill_bar: { operator: ">", value: 0, by_bar: 6 } },
    sentence: "Half of the gap filled, by bar 6",
  },
  {
    kind: "range of a number",
    card: "Absolute Gap (% of ADR10)",
    set: async (card) => {
      await card.getByPlaceholder(/^Min \(-?[\d.]+\)$/).fill("10");
      await card.getByPlaceholder(/^Max \(-?[\d.]+\)$/).fill("30.5");
    },
    filters: { gap_size_pct_adr: { operator: "range", value: [10, 30.5] } },
    sentence: "Absolute gap 10% to 30.5% of ADR10",
  },
];

const step = oneDashboard("one of every kind of input");

step("a bar's menu offers the bars that occur, and no other", async ({ dashboard, page }) => {
  const asked = page.waitForResponse("**/api/v2/start");
  await page.reload();
  const start = (await (await asked).json()) as { values: Record<string, number[]> };
  const values = start.values.gap_half_fill_bar ?? [];
  expect(values.length, "some bars never saw a half fill").toBeLessThan(82);
  const words = values.map((bar) => (bar === 0 ? "No Event" : `Bar ${bar}`));
  await expect(value(dashboard.card("Half Gap Fill (bar)")).getByRole("option")).toHaveText([
    "Any",
    ...words,
  ]);
});

for (const { kind, card: name, set, filters, sentence } of CASES) {
  step(
    `${kind}: the filter waits, counts, applies and shows the API's number of days`,
    async ({ dashboard, api }) => {
      const total = (await api.summary()).totalDays;
      const days = await api.days(filters);
      const card = dashboard.card(name);

      await set(card, dashboard);
      await expect(dashboard.status(card, "Pending filter")).toBeVisible();
      await expect(dashboard.summary).toContainText("(1 pending, 0 active,");
      await expect(dashboard.apply).toHaveText("Apply 1 Filter(s)");
      await expect(
        dashboard.page.getByText(
          `With the pending filter: ${counted(days)} day${days === 1 ? "" : "s"} (${share(days, total)})`,
        ),
      ).toBeVisible();
      await dashboard.shows(total, total);

      await dashboard.applied(1);
      await expect(dashboard.status(card, "Active filter")).toBeVisible();
      await expect(dashboard.summary).toContainText("(0 pending, 1 active,");
      await expect(dashboard.activeFilters.getByText(sentence, { exact: true })).toBeVisible();
      await dashboard.shows(days, total);
      expect(days, "a filter that decides nothing shows nothing").not.toBe(total);
    },
  );
}
