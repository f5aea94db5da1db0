import type { ModuleResult, Verdict } from "../../web/src/api/generated";
import { FIRST_OPEN } from "../../web/src/lib/state/ui-slice";
import { asRead } from "../../web/src/lib/text/format";
import type { Filters } from "./api";
import { counted } from "./dashboard";
import { expect, oneEntry } from "./test";

const GAP_UP: Filters = { gap_up: { operator: "=", value: true } };

type ModuleData = NonNullable<ModuleResult["data"]>;
type With<Field extends string> = Extract<ModuleData, Record<Field, unknown>>;

/** A module's data, known by a field only that kind has. */
function dataOf<Field extends string>(module: ModuleResult | undefined, field: Field): With<Field> {
  if (!module?.data || !(field in module.data)) throw new Error(`the service gave no ${field}`);
  return module.data as With<Field>;
}

const percent = (value: number | null | undefined) => `${(value ?? Number.NaN).toFixed(2)}%`;
const ofFraction = (value: number | null | undefined) => percent(100 * (value ?? Number.NaN));
const limits = ({ lower, upper }: { lower: number | null; upper: number | null }) =>
  `${(100 * (lower ?? Number.NaN)).toFixed(2)} to ${(100 * (upper ?? Number.NaN)).toFixed(2)}`;

/** New York time at the close of a bar. */
const timeOf = (bar: number) => {
  const minutes = 9 * 60 + 30 + 5 * bar;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
};

const tested = (value: number | null | undefined) =>
  value === null || value === undefined || value >= 0.001 ? (value ?? Number.NaN).toFixed(3) : "below 0.001";

/** Both p-values of a verdict as a card shows them. */
const bothTests = (verdict: Verdict | undefined) =>
  `p${tested(verdict?.p)}adjusted p${tested(verdict?.adjusted_p)} for ${verdict?.family_size} comparisons`;

const step = oneEntry("the cards of the first visit", ({ dashboard }) => dashboard.enter());

step(
  "nine cards show their probability at the first visit, three in each category",
  async ({ dashboard }) => {
    for (const card of [
      "Gap Class",
      "Gap Fill (bar)",
      "Open vs Yesterday Range",
      "OR12 Range (% of ADR10)",
      "OR12 Sides Broken by Close of Day",
      "OR12 Contains HOD or LOD",
      "Globex: Sides Broken",
      "GXH Breakout (bar)",
      "GXL Breakout (bar)",
    ]) {
      await expect(dashboard.panel(card)).toContainText(/\d\.\d\d%|\d days/);
      await expect(dashboard.toggle(card)).toHaveAttribute("aria-pressed", "true");
    }
    await expect(dashboard.page.getByRole("region", { name: /^Probability of / })).toHaveCount(9);
  },
);

step(
  "a number's distribution shows the API's median and its sentence on thresholds",
  async ({ dashboard, api }) => {
    const { modules } = await api.result("or12_range_pct_adr");
    const panel = dashboard.panel("OR12 Range (% of ADR10)");
    await dashboard.showFigures("OR12 Range (% of ADR10)");
    const { median } = dataOf(modules.percentage_distribution, "summary").summary;
    await expect(panel).toContainText((median ?? Number.NaN).toFixed(1));
    await expect(panel).toContainText(asRead(dataOf(modules.threshold_analysis, "analysis").analysis));
    await expect(panel.locator("svg").first()).toBeVisible();
  },
);

step("a switched-off card fetches nothing and shows nothing", async ({ dashboard }) => {
  await dashboard.toggle("Gap Class").click();
  await expect(dashboard.panel("Gap Class")).toBeHidden();
  await expect(dashboard.toggle("Gap Class")).toHaveAttribute("aria-pressed", "false");
  await expect(dashboard.summary).toContainText("8 probabilities");
  await dashboard.toggle("Gap Class").click();
  await expect(dashboard.panel("Gap Class")).toContainText("%");
});

step("a click on a year makes it the date range", async ({ page, dashboard, api }) => {
  const { years = [] } = dataOf((await api.result("gap_fill_bar")).modules.occurrence, "occurrence_days");
  const [oldest] = years;
  const panel = dashboard.panel("Gap Fill (bar)");
  await dashboard.showFigures("Gap Fill (bar)");
  await expect(panel).toContainText(/(Differs|Looks different|No difference) between years .*p /);
  await panel.getByRole("group", { name: "Years" }).click({ position: { x: 2, y: 20 } });
  await expect(page.getByRole("button", { name: `End date: 12/31/${oldest?.year}` })).toBeVisible();
  await expect(dashboard.summary).toContainText("(1 pending, 0 active,");
  await dashboard.applied(1);
  await expect(panel).toContainText(`of ${oldest?.days} days`);
  await dashboard.summary.getByRole("button", { name: "Clear Filters", exact: true }).click();
  await dashboard.unsaid();
});

step("tables of few days are no wider than their card", async ({ page, dashboard }) => {
  const category = page.getByRole("button", { name: /^End of Day \d/ });
  await category.click();
  await dashboard.choose(dashboard.card("Gap Class"), "Gap Class", "Flat");
  await dashboard.applied(1);
  for (const card of ["High of Day (bar)", "First Final Extreme In (bar)"]) {
    await dashboard.toggle(card).click();
    const panel = dashboard.panel(card);
    await expect(panel).toContainText("Small sample");
    await dashboard.showFigures(card);
    await expect(panel.getByRole("table").first()).toBeVisible();
    const over = await panel.evaluate((part) => part.scrollWidth - part.clientWidth);
    expect(over, card).toBe(0);
    await dashboard.toggle(card).click();
  }
  await dashboard.summary.getByRole("button", { name: "Clear Filters", exact: true }).click();
  await category.click();
  await dashboard.unsaid();
});

const filtered = oneEntry("the cards of the days that match @walk", ({ dashboard }) => dashboard.enter());

filtered(
  "applying asks once for every open card; opening one more asks for all of them in one call, and each shows its answer",
  async ({ page, dashboard, api }) => {
    await expect(dashboard.panel("GXL Breakout (bar)")).toContainText("%");
    const asked: [string, unknown][] = [];
    page.on("request", (request) => {
      const path = new URL(request.url()).pathname;
      const isAsked = /compute|probabilities/.test(path);
      if (isAsked) asked.push([path, request.postDataJSON()]);
    });
    await dashboard.say("Gap Up", "True");
    await dashboard.applied(1);
    const { metadata } = await api.result("gxl_bo_bar", GAP_UP);
    await expect(dashboard.panel("GXL Breakout (bar)")).toContainText(
      `of ${counted(metadata.sample_size.days)} days`,
    );
    expect(asked.map(([path]) => path)).toEqual(["/api/compute"]);

    await dashboard.toggle("Gap and Go").click();
    await expect(dashboard.panel("Gap and Go")).toContainText("%");
    expect(asked.map(([path]) => path)).toEqual(["/api/compute", "/api/v2/probabilities"]);
    const open = [...FIRST_OPEN, "gap_and_go"].toSorted();
    expect(asked[1]?.[1]).toMatchObject({ features: open, filters: GAP_UP });
    for (const [card, feature] of [
      ["Gap and Go", "gap_and_go"],
      ["Gap Fill (bar)", "gap_fill_bar"],
    ] as const) {
      const { coin } = dataOf(
        (await api.result(feature, GAP_UP, open)).modules.occurrence,
        "occurrence_days",
      );
      if (!coin || !("days" in coin)) throw new Error("the service gave no coin");
      await dashboard.showFigures(card);
      await expect(dashboard.panel(card)).toContainText(bothTests(coin.verdict));
    }
  },
);

filtered(
  "an occurrence shows the API's rate, days, interval, others and difference",
  async ({ dashboard, api }) => {
    const { modules } = await api.result("gap_fill_bar", GAP_UP, [...FIRST_OPEN, "gap_and_go"]);
    const data = dataOf(modules.occurrence, "occurrence_days");
    const panel = dashboard.panel("Gap Fill (bar)");
    await dashboard.showFigures("Gap Fill (bar)");
    await expect(
      panel.getByRole("button", { name: `${ofFraction(data.occurrence)} , list the days` }),
    ).toBeVisible();
    await expect(panel).toContainText(`of ${counted(data.total_days)} days`);
    await expect(panel).toContainText(`95% ${limits(data.confidence_interval)}`);
    await expect(panel).toContainText(`others ${ofFraction(data.others?.occurrence)}`);
    const { coin, others } = data;
    await expect(panel).toContainText(asRead(others?.verdict.words ?? "compared"));
    await expect(panel).toContainText(bothTests(others?.verdict));
    if (!coin || !("days" in coin)) throw new Error("the service gave no coin");
    await expect(panel).toContainText(asRead(coin.verdict.words));
    await expect(panel).toContainText(`A coin, on the same days: ${ofFraction(coin.occurrence)}.`);
    await expect(panel).toContainText(`${bothTests(coin.verdict)}days compared${counted(coin.days)}`);
    await expect(panel.getByRole("img", { name: `; coin ${ofFraction(coin.occurrence)}` })).toBeVisible();

    await panel.getByText("More on occurrence").click();
    await expect(panel).toContainText(`${data.occurrence_days} of ${counted(data.total_days)} days`);
    await expect(panel.getByRole("term").filter({ hasText: /^lift$/ })).toBeVisible();
    await expect(panel.getByText(new RegExp(`^${others?.lift?.toFixed(2)} \\(`))).toBeVisible();
  },
);

filtered("an event's first line and curve say the API's rate by when", async ({ dashboard, api }) => {
  const { modules } = await api.result("gxl_bo_bar", GAP_UP);
  const timing = dataOf(modules.timing_analysis, "by_bar_days");
  const { total_days: n, occurrence, others } = dataOf(modules.occurrence, "occurrence_days");
  const panel = dashboard.panel("GXL Breakout (bar)");
  const half = timeOf(Math.ceil(timing.median_bar ?? Number.NaN));
  await expect(panel).toContainText(
    `${ofFraction(occurrence)}, list the days of ${counted(n)} days, half of them by ${half}`,
  );
  const there = timing.others?.by_bar_days[11] ?? Number.NaN;
  const coin = timing.coin && "days" in timing.coin ? timing.coin : null;
  const read = [
    `by 10:30: ${ofFraction((timing.by_bar_days[11] ?? Number.NaN) / n)}`,
    `others ${ofFraction(there / (others?.total_days ?? 0))}`,
    `coin ${ofFraction(coin?.by_bar[11] ?? Number.NaN)}`,
  ].join(", ");
  const curve = panel.getByRole("img", { name: /^By when, of / });
  await expect(curve).toHaveAccessibleName(new RegExp(`; ${read};.*by 16:15: ${ofFraction(occurrence)},`));
  const box = await curve.boundingBox();
  if (!box) throw new Error("no curve");
  await curve.hover({ position: { x: (11.5 * box.width) / 81, y: 40 } });
  await expect(panel.getByText(read)).toBeVisible();
});

filtered("timing, periods and hours show the API's event days", async ({ dashboard, api }) => {
  const { modules } = await api.result("gxl_bo_bar", GAP_UP);
  const timing = dataOf(modules.timing_analysis, "by_bar_days");
  const panel = dashboard.panel("GXL Breakout (bar)");
  await expect(panel.getByRole("heading", { name: "Timing Analysis" })).toHaveCount(0);
  await dashboard.showFigures("GXL Breakout (bar)");
  await expect(panel).toContainText(`${counted(timing.total_occurrences)} event days`);
  await expect(panel.getByRole("img", { name: /event days by bar/ })).toHaveAccessibleName(
    new RegExp(
      `^${counted(timing.total_occurrences)} event days by bar, 1 to 81: median bar ${timing.median_bar} `,
    ),
  );
  await expect(panel.locator("svg").first()).toBeVisible();

  for (const [name, period] of Object.entries(dataOf(modules.period_probability, "periods").periods)) {
    const row = panel.getByRole("listitem").filter({ hasText: name });
    await expect(row).toContainText(ofFraction(period.probability));
    await expect(row).toContainText(`${counted(period.days)} days`);
  }
  const { hours } = dataOf(modules.time_distribution, "hours");
  const drawn = panel.getByRole("img", { name: /^Event days by hour/ });
  for (const hour of hours) await expect(drawn).toHaveAccessibleName(new RegExp(percent(hour.pct)));
});

filtered(
  "labels show the API's counts and shares, and a filtered card no test",
  async ({ dashboard, api }) => {
    for (const [card, feature, module] of [
      ["Gap Class", "gap_class", "basic_distribution"],
      ["Open vs Yesterday Range", "open_vs_prev_range", "categorical_distribution"],
    ] as const) {
      const { modules } = await api.result(feature, GAP_UP);
      const panel = dashboard.panel(card);
      await dashboard.showFigures(card);
      for (const { label, count, pct } of dataOf(modules[module], "labels").labels) {
        const row = panel.getByRole("listitem").filter({ hasText: label });
        await expect(row).toContainText(percent(pct));
        await expect(row).toContainText(`${counted(count)} days`);
      }
    }
    await dashboard.toggle("Gap Up").click();
    await expect(dashboard.panel("Gap Up")).toContainText(
      "your filter makes this certain, so it is not tested",
    );
  },
);
