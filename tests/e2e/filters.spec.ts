import { NO_DAYS } from "../../web/src/screens/dashboard/words";
import { FEW_CARDS } from "./address";
import type { Filters } from "./api";
import { counted, share } from "./dashboard";
import { expect, oneDashboard } from "./test";

const GAP_UP: Filters = { gap_up: { operator: "=", value: true } };

const step = oneDashboard("filters are set, looked at ahead, applied and cleared @walk");

step("each clear action says what it cleared and clears nothing else", async ({ dashboard, api }) => {
  const total = (await api.summary()).totalDays;
  const { summary } = dashboard;
  await dashboard.say("Gap Up", "True");
  await dashboard.applied(1);
  await dashboard.say("Gap and Go", "True");
  await expect(summary).toContainText("(1 pending, 1 active, 9 probabilities)");

  await summary.getByRole("button", { name: "Clear Pending Filters" }).click();
  await expect(summary).toContainText("(0 pending, 1 active, 9 probabilities)");
  await summary.getByRole("button", { name: "Clear Filters", exact: true }).click();
  await dashboard.said("Cleared all active filters");
  await expect(summary).toContainText("(0 pending, 0 active, 9 probabilities)");
  await dashboard.shows(total, total);
  await summary.getByRole("button", { name: "Clear Probabilities" }).click();
  await dashboard.said("Cleared all probability analyses");
  await expect(summary).toBeHidden();
});

step("filters on several features hold together", async ({ dashboard, api }) => {
  const total = (await api.summary()).totalDays;
  const filters: Filters = { ...GAP_UP, gap_and_go: { operator: "=", value: true } };
  await dashboard.say("Gap Up", "True");
  await dashboard.say("Gap and Go", "True");
  await expect(dashboard.category("Gap Features").getByText("2 pending")).toBeVisible();
  const days = await api.days(filters);
  await expect(
    dashboard.page.getByText(`With the pending filters: ${counted(days)} days (${share(days, total)})`),
  ).toBeVisible();
  await dashboard.applied(2);
  await expect(dashboard.category("Gap Features").getByText("2 active")).toBeVisible();
  await dashboard.shows(days, total);
});

step(
  "a range with one number counts at once as that or more, is sent so, and stays on its card",
  async ({ dashboard, api }) => {
    const total = (await api.summary()).totalDays;
    const range = dashboard.card("Absolute Gap (% of ADR10)");
    await range.getByPlaceholder(/^Min/).fill("40");
    await expect(range.getByText("40 or more")).toBeVisible();
    await expect(dashboard.summary).toContainText("(1 pending, 0 active,");

    await dashboard.say("Gap Up", "True");
    await dashboard.applied(2);
    const wide: Filters = { ...GAP_UP, gap_size_pct_adr: { operator: ">=", value: 40 } };
    await dashboard.shows(await api.days(wide), total);
    await expect(range.locator("input").first()).toHaveValue("40");
    await range.getByRole("button", { name: /^Remove filter: / }).click();
    await dashboard.shows(await api.days(GAP_UP), total);
  },
);

step(
  "the live count never gives an older count as that of the pending filter",
  async ({ page, dashboard, api }) => {
    const days = await api.days(GAP_UP);
    const said = await page.evaluateHandle(() => {
      const texts = new Set<string>();
      const watch = new MutationObserver(() => {
        for (const element of document.querySelectorAll("[role=status]:not([aria-busy=true])"))
          if (element.textContent?.includes("With the pending")) texts.add(element.textContent);
      });
      watch.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
      return texts;
    });
    await dashboard.say("Gap Up", "True");
    const { totalDays } = await api.summary();
    const settled = `With the pending filter: ${counted(days)} days (${share(days, totalDays)})`;
    await expect(page.getByRole("status").filter({ hasText: settled })).toHaveAttribute("aria-busy", "false");
    expect(await said.evaluate((texts) => [...texts])).toEqual([settled]);
  },
);

const further = oneDashboard("filters are taken out, of dates and of the day before", FEW_CARDS);

further("a filter is taken out of the active ones where they are listed", async ({ dashboard, api }) => {
  const total = (await api.summary()).totalDays;
  await dashboard.say("Gap Up", "True");
  await dashboard.say("Gap and Go", "True");
  await dashboard.applied(2);
  const line = dashboard.activeFilters.getByRole("listitem").filter({ hasText: "Gap and Go" });
  await line.getByRole("button").click();
  await dashboard.said("Filters applied successfully");
  await expect(line).toBeHidden();
  await dashboard.shows(await api.days(GAP_UP), total);
});

further("filters that no day passes warn, with a red 0.00%", async ({ dashboard, api }) => {
  const total = (await api.summary()).totalDays;
  await dashboard.say("Gap Up", "True");
  await dashboard.say("Gap Down", "True");
  await dashboard.applied(2);
  await dashboard.shows(0, total);
  await expect(dashboard.page.getByText(NO_DAYS)).toBeVisible();
  const [red = 0, green = 0, blue = 0] = await dashboard.figure("Percentage").evaluate(
    (figure) =>
      getComputedStyle(figure)
        .color.match(/[\d.]+/g)
        ?.map(Number) ?? [],
  );
  expect(red).toBeGreaterThan(Math.max(green, blue) * 1.5);
});

further("header dates wait as one Date_Range filter and then narrow the days", async ({ dashboard, api }) => {
  const total = (await api.summary()).totalDays;
  await dashboard.pickDate("Start date", "2019-03-04");
  await dashboard.pickDate("End date", "2021-06-30");
  await expect(dashboard.summary).toContainText("(1 pending, 0 active,");
  await dashboard.shows(total, total);
  await dashboard.applied(1);
  const days = await api.days({ Date_Range: { operator: "range", value: ["2019-03-04", "2021-06-30"] } });
  await dashboard.shows(days, total);
  await expect(dashboard.activeFilters).toContainText("03/04/2019 to 06/30/2021");

  await dashboard.summary.getByRole("button", { name: "Clear Filters", exact: true }).click();
  const { min_date } = await api.summary();
  const [year, month, day] = min_date.split("-");
  await expect(
    dashboard.page.getByRole("button", { name: `Start date: ${month}/${day}/${year}` }),
  ).toBeVisible();
});

further("a previous-day filter asks about the session before", async ({ dashboard, api }) => {
  const total = (await api.summary()).totalDays;
  await expect(dashboard.previousDay("Gap Up")).toBeHidden();
  await dashboard.page.getByRole("checkbox", { name: /Previous Day Filters/ }).check();
  await expect(
    dashboard.page.getByText("Show filter inputs for the day after each condition").first(),
  ).toBeVisible();
  const panel = dashboard.previousDay("Gap Up");
  await panel.getByRole("button", { name: "True" }).click();
  await expect(dashboard.status(panel, "Pending filter")).toBeVisible();
  await dashboard.applied(1);
  await expect(dashboard.status(panel, "Active filter")).toBeVisible();
  await dashboard.shows(await api.days({ gap_up_prev: { operator: "=", value: true } }), total);
});
