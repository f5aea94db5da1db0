import type { Locator, Page } from "@playwright/test";
import { CLICK } from "../../web/src/parts/probability/words";
import { screenAddress, VISITOR } from "./address";
import type { Filters } from "./api";
import { Chart } from "./chart";
import { counted, type Dashboard } from "./dashboard";
import { daysTable, leaveDays, listDays, narrowedBy } from "./days-table";
import { expect, oneEntry, test } from "./test";

const GAP_UP: Filters = { gap_up: { operator: "=", value: true } };

const dates = (list: Locator) => list.getByRole("rowheader");
const asDate = (iso: unknown) => String(iso).replace(/(\d+)-(\d+)-(\d+)/, "$2/$3/$1");

/** The open list says as many days as `days`, whatever page it shows. */
async function lists(page: Page, days: number) {
  await expect(daysTable(page).getByRole("status").first()).toHaveText(
    `${counted(days)} day${days === 1 ? "" : "s"}`,
  );
}

test("the matching days are a table whose columns order the whole list, and a day leads to its chart", {
  tag: "@walk",
}, async ({ page, dashboard, api }) => {
  await dashboard.enter();
  await dashboard.say("Gap Up", "True");
  await dashboard.applied(1);
  const list = await listDays(page);
  const newest = await api.dayList({ filters: GAP_UP });
  await lists(page, newest.total_days);
  await expect(dates(list).first()).toHaveText(asDate(newest.rows[0]?.session_date));
  await expect(list.getByText("All rows of this page: Gap Up = True")).toBeVisible();
  await expect(list.getByRole("columnheader", { name: "Gap Up" })).toHaveCount(0);
  await expect(list.getByRole("img", { name: /^(up|down) [\d.]+ ADR10, closed / })).toHaveCount(50);
  await list.getByRole("button", { name: "Show as columns" }).click();
  await expect(list.getByRole("columnheader", { name: "Gap Up" })).toBeVisible();

  await list.getByRole("button", { name: /^Columns/ }).click();
  const choice = page.getByRole("dialog", { name: "Columns of the table" });
  await choice.getByLabel("Find a feature").fill("gap size");
  await choice.getByLabel("Gap Size (pts, signed)").click();
  await expect(choice.getByLabel("Gap Size (pts, signed)")).toBeChecked();
  await page.keyboard.press("Escape");
  await expect(choice).toBeHidden();
  const heading = list.getByRole("columnheader", { name: "Gap Size (pts, signed)" });
  await heading.getByRole("button").click();
  await expect(heading).toHaveAttribute("aria-sort", "ascending");
  const sort = { column: "gap_size_pts", descending: false };
  const smallest = await api.dayList({ filters: GAP_UP, columns: ["gap_size_pts"], sort });
  await expect(dates(list).first()).toHaveText(asDate(smallest.rows[0]?.session_date));
  const size = Number(smallest.rows[0]?.gap_size_pts).toFixed(2);
  await expect(list.getByRole("row").nth(1).getByRole("cell").last()).toHaveText(size);

  await list.getByRole("button", { name: "Next" }).click();
  await expect(dates(list).first()).toHaveText(asDate(smallest.rows[50]?.session_date));
  await dates(list).first().getByRole("link").click();
  await new Chart(page).shows(String(smallest.rows[50]?.session_date));
  await expect(page).toHaveURL(screenAddress("/chart"));
  expect(new URL(page.url()).searchParams.get("day")).toBe(smallest.rows[50]?.session_date);
  await expect(list).toBeHidden();
});

const step = oneEntry("the days behind what is shown", ({ dashboard }) => dashboard.enter());

step("rows, labels and ranges open their days too", async ({ page, dashboard, api }) => {
  const { modules } = await api.result("gap_class");
  const data = modules.basic_distribution?.data;
  if (!data || !("labels" in data)) throw new Error("the service gave no labels");
  await dashboard.showFigures("Gap Class");
  for (const { label, count } of (data.labels ?? []).filter((each) => each.count > 0)) {
    const row = dashboard.panel("Gap Class").getByRole("listitem").filter({ hasText: label });
    await row.click({ position: { x: 4, y: 6 } });
    await expect(narrowedBy(page, `Gap Class, ${label}`)).toBeVisible();
    await lists(page, count);
    await leaveDays(page);
  }
  const panel = dashboard.panel("Gap Class");
  await expect(panel.getByRole("listitem").first().getByRole("button")).toHaveAttribute(
    "data-hint",
    new RegExp(`${CLICK}$`),
  );
});

step("a list longer than the subscription allows says so", async ({ page }) => {
  await page.route("**/api/v2/days", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), limited_to: 3 } });
  });
  await listDays(page);
  await expect(daysTable(page).getByRole("note")).toContainText("Your subscription lists the first 3 of ");
  await page.unrouteAll();
  await leaveDays(page);
});

step(
  "a bar of a distribution opens as many days as it counts, by pointer and by keyboard",
  async ({ page, dashboard, api }) => {
    await dashboard.say("Gap Up", "True");
    await dashboard.applied(1);
    const { metadata, modules } = await api.result("gap_fill_bar", GAP_UP);
    const timing = modules.timing_analysis?.data;
    if (!timing || !("by_bar_days" in timing)) throw new Error("the service gave no timing");
    const [bar = "", days = 0] = Object.entries(timing.distribution)[0] ?? [];
    const panel = dashboard.panel("Gap Fill (bar)");
    await expect(panel).toContainText(`of ${counted(metadata.sample_size.days)} days`);

    await dashboard.showFigures("Gap Fill (bar)");
    const column = panel.getByRole("slider", { name: "Column; Enter lists its days" }).first();
    await column.focus();
    await expect(column).toBeFocused();
    await expect(column).toHaveAttribute("aria-valuetext", new RegExp(`^Bar ${bar} `));
    await page.keyboard.press("Enter");
    await expect(
      daysTable(page).getByRole("button", { name: new RegExp(`^Gap Fill \\(bar\\), event on bar ${bar} `) }),
    ).toBeVisible();
    await lists(page, days);
    await expect(daysTable(page).getByText(`Gap Fill (bar) = Bar ${bar}`)).toBeVisible();
    await leaveDays(page);
    await expect(column, "the focus returns to the bar").toBeFocused();
    await page.keyboard.press("ArrowRight");
    await expect(column).not.toHaveAttribute("aria-valuetext", new RegExp(`^Bar ${bar} `));

    const drawing = panel.getByRole("img", { name: /event days by bar/ });
    const box = await drawing.boundingBox();
    if (!box) throw new Error("no drawing");
    await drawing.click({ position: { x: ((Number(bar) - 0.5) * box.width) / 81, y: 4 } });
    await lists(page, days);
    await leaveDays(page);

    const curve = panel.getByRole("slider", { name: "Bar; Enter lists its days" });
    await curve.focus();
    for (let at = 1; at < Number(bar); at += 1) await page.keyboard.press("ArrowRight");
    await expect(curve).toHaveAttribute(
      "aria-valuetext",
      new RegExp(`; bar ${bar}: ${counted(days)} days?$`),
    );
    await page.keyboard.press("Enter");
    await expect(
      daysTable(page).getByRole("button", { name: new RegExp(`^Gap Fill \\(bar\\), event on bar ${bar} `) }),
    ).toBeVisible();
    await lists(page, days);
  },
);

test("every kind of display opens days that the service knows", async ({ page, dashboard }) => {
  const shown = {
    gap_fill_bar: "Gap Fill (bar)",
    gap_size_pts: "Gap Size (pts, signed)",
    open_vs_prev_range: "Open vs Yesterday Range",
    new_high_count: "New Session Highs (count)",
    hod_bar: "High of Day (bar)",
    ema20_eod_streak: "EMA20 Streak into Close (signed)",
    ath_made: "New All-Time High in RTH",
  };
  await dashboard.enter({ ...VISITOR, probabilities: Object.keys(shown).join(",") });
  const opened = new Set<string>();
  for (const card of Object.values(shown)) {
    const modules = dashboard.panel(card).locator("[data-module]");
    await unfold(dashboard, card);
    for (const module of await modules.all()) {
      const bars = [
        ...(await module.getByRole("slider", { name: "Column" }).all()),
        ...(await module.locator("button[data-hint]").all()).slice(-1),
      ];
      for (const bar of bars) {
        opened.add(await openedModule(page, bar));
      }
    }
  }
  expect([...opened].sort()).toEqual([
    "ath_analysis",
    "basic_distribution",
    "binary_multi_occurrence",
    "categorical_distribution",
    "ema_accumulation",
    "extreme_timing",
    "hod_lod_analysis",
    "occurrence",
    "percentage_distribution",
    "period_probability",
    "streak_analysis",
    "threshold_analysis",
    "time_distribution",
    "timing_analysis",
  ]);
});

/** All modules of a card in sight. */
async function unfold(dashboard: Dashboard, card: string) {
  const panel = dashboard.panel(card);
  await dashboard.showFigures(card);
  await expect(panel.locator("[data-module]").first()).toBeVisible();
  const closed = panel.locator("details:not([open]) > summary");
  while ((await closed.count()) > 0) await closed.first().click();
}

/** Open one bar by keyboard; the module whose days the service listed. */
async function openedModule(page: Page, bar: Locator): Promise<string> {
  const waiting = page.waitForResponse("**/api/v2/days");
  await bar.focus();
  await page.keyboard.press("Enter");
  const answer = await waiting;
  const { part } = answer.request().postDataJSON();
  const days = await answer.json();
  expect(answer.status(), JSON.stringify(part)).toBe(200);
  expect(days.total_days, JSON.stringify(part)).toBeGreaterThan(0);
  await lists(page, days.total_days);
  await leaveDays(page);
  return part.module;
}
