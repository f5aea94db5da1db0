import { render, screen, within } from "@testing-library/react";
import { Provider } from "react-redux";
import { describe, expect, test } from "vitest";
import type { ModuleResult } from "@/api/generated";
import { ProbabilityPanel } from "../probability-panel";
import { FEATURE, moduleOf, OCCURRENCE, resultOf } from "../testing/fixtures";
import { COUNTS, EMA, EMA_BASELINE, EXTREMES, HIGHS, STREAKS } from "../testing/session-fixtures";
import { pageText, showModule, withAllFigures } from "../testing/show-module";
import { NO_DISTRIBUTION, NO_TIMING, smallSample, UNREAD_DISTRIBUTION } from "../words";

function row(name: RegExp) {
  return screen.getByRole("row", { name, hidden: true });
}

describe.each(["extreme_timing", "hod_lod_analysis"])("%s", (kind) => {
  test("shows daily updates, and both shares of each period with days, limits and others", () => {
    showModule(kind, EXTREMES);
    expect(pageText()).toContain("updates a day2.5median2.0max7others' average3.3");
    expect(pageText()).toContain("Share of 100 updates; of 40 days (95%)");
    expect(row(/^Morning/)).toHaveTextContent(
      "Morningbars 1-2760.00%60 updatesothers 40.00%50.00% of 4035.20 to 64.80others 25.00%",
    );
    expect(row(/^Late Session/)).toHaveTextContent("Late Sessionbars 55-8110.00%10 updates");
  });

  test("tells by which bar the final extreme was made", () => {
    showModule(kind, EXTREMES);
    expect(row(/^54 /)).toHaveTextContent("5480.00% of 4065.24 to 89.50others 50.00%");
  });

  test("unfiltered says nothing of others", () => {
    showModule(kind, EXTREMES, { filtered: false });
    expect(pageText()).not.toContain("others");
  });

  test("without a day and without data has no timing", () => {
    const { container } = showModule(kind, EXTREMES, { n: 0 });
    expect(container).toHaveTextContent(NO_TIMING);
    expect(container).not.toHaveTextContent("%");
    showModule(kind, null);
    expect(screen.getAllByText(NO_TIMING)).toHaveLength(2);
  });
});

describe("streaks", () => {
  test("show active days, share, distribution and its middle beside the baseline", () => {
    showModule("streak_analysis", STREAKS);
    expect(pageText()).toContain("active14 daysoverall35.00%of 40 (22.13 to 50.49)baseline50.00%");
    expect(pageText()).toContain("10 streaks by lengthdotted: baseline");
    expect(pageText()).toContain("median streak1.0mean1.4max3");
    const label = "10 streaks by sessions in a row: median 1.0, mean 1.4, longest 3";
    expect(screen.getByRole("img", { name: label })).toBeInTheDocument();
  });

  test("tell how often they went on, of how many, and leave out lengths of which nothing is known", () => {
    showModule("streak_analysis", STREAKS);
    const table = screen.getByRole("table", { hidden: true });
    expect(table).toHaveAccessibleName(
      "Went on: the next session, matched or not, continued it; of those whose next session is known (95%)",
    );
    const rows = within(table).getAllByRole("row", { hidden: true });
    expect(rows).toHaveLength(3);
    expect(rows[1]).toHaveTextContent("12 of 8 25.00%7.15 to 59.07baseline 33.33%");
    expect(rows[2]).toHaveTextContent("22 of 2 100.00%");
  });

  test("that are few on many days are marked as a small sample", () => {
    showModule("streak_analysis", STREAKS);
    expect(pageText()).toContain(smallSample("10 streaks"));
  });

  test("of both signs stand under their headings", () => {
    const below = { ...STREAKS, active_days: 9, baseline: null };
    showModule("streak_analysis", { ...STREAKS, below });
    const sides = screen.getAllByRole("heading", { level: 5 }).map((heading) => heading.textContent);
    expect(sides).toEqual(["Above", "Below"]);
    expect(pageText()).toContain("Belowactive9 daysoverall22.50%of 40");
    expect(screen.getByRole("img", { name: /in a row, below: median/ })).toBeInTheDocument();
  });

  test("of bull and bear days are called so", () => {
    const feature = { ...FEATURE, name: "bull_day_streak" };
    showModule("streak_analysis", { ...STREAKS, below: { ...STREAKS, baseline: null } }, { feature });
    const sides = screen.getAllByRole("heading", { level: 5 }).map((heading) => heading.textContent);
    expect(sides).toEqual(["Bull", "Bear"]);
    expect(pageText()).not.toMatch(/above|below/i);
  });

  test("of both signs have each its own baseline", () => {
    const [above, below] = [STREAKS.baseline, { ...STREAKS.baseline, overall_percentage: 12.5 }];
    const baseline = { ...above, below };
    showModule("streak_analysis", { ...STREAKS, below: { ...STREAKS, baseline: null }, baseline });
    const said = screen.getAllByText("baseline", { selector: "dt" }).map((term) => term.parentElement);
    expect(said.map((figure) => figure?.textContent)).toEqual(["baseline50.00%", "baseline12.50%"]);
  });

  test("of both signs compare the second with nothing where the baseline has one alone", () => {
    showModule("streak_analysis", { ...STREAKS, below: { ...STREAKS, baseline: null } });
    expect(screen.getAllByText("baseline", { selector: "dt" })).toHaveLength(1);
  });

  test("unfiltered have no baseline: it would be themselves", () => {
    showModule("streak_analysis", STREAKS, { filtered: false });
    expect(pageText()).not.toMatch(/baseline/i);
  });

  test("that never came are 0% of the days and no drawing", () => {
    const none = { active_days: 0, overall_percentage: 0, streak_distribution: {}, continuation: [] };
    showModule("streak_analysis", {
      ...STREAKS,
      ...none,
      streak_stats: { median_streak: null, max_streak: null },
    });
    expect(pageText()).toContain("active0 daysoverall0.00%of 40 (0.00 to 8.76)");
    expect(screen.queryByRole("img")).toBeNull();
  });
});

describe("bars of the EMA", () => {
  test("show balance and persistence", () => {
    showModule("ema_accumulation", { ...EMA, baseline: EMA_BASELINE });
    expect(pageText()).toContain("EMA of 5-minute bars");
    expect(pageText()).toContain(
      "bars a day, of 40 daysdotted: baselinemean60.8 barsof the bars75.00%baseline50.00%",
    );
    expect(pageText()).toContain("runs120average run20.3 barsmax81 bars5 bars or more50.00%full day5.00%");
    const label = "Share of days by bars on the side of the EMA: 17-32 25.00%, 65-81 75.00%";
    expect(screen.getByRole("img", { name: label })).toBeInTheDocument();
  });

  test("keep buckets, runs, streaks and quartiles in their details", () => {
    showModule("ema_accumulation", { ...EMA, baseline: EMA_BASELINE });
    expect(row(/^Few, 17-32/)).toHaveTextContent(
      "Few, 17-32 (21-40%)25.00% of 4014.19 to 40.19baseline 60.00%",
    );
    expect(row(/^Full day/)).toHaveTextContent("Full day5.00% of 401.38 to 16.50");
    expect(row(/^≥ 5/)).toHaveTextContent("≥ 550.00% of 120baseline 50.00%");
    expect(screen.queryByRole("row", { name: /^≥ 40/, hidden: true })).toBeNull();
    expect(pageText()).toContain(
      "run at the last bar, mean12.5 barslongest across sessions140 barsquartiles40.0, 66.0, 78.5 bars",
    );
  });

  test("repeat the block for below", () => {
    showModule("ema_accumulation", { ...EMA, below: { ...EMA_BASELINE } });
    expect(screen.getAllByRole("heading", { level: 5 })).toHaveLength(2);
    expect(screen.getByRole("img", { name: /the EMA, below: 17-32 60.00%/ })).toBeInTheDocument();
  });

  test("unfiltered have no baseline", () => {
    showModule("ema_accumulation", { ...EMA, baseline: EMA_BASELINE }, { filtered: false });
    expect(pageText()).not.toMatch(/baseline/i);
  });
});

describe("how often a day", () => {
  test("shows none, once and multiple with days, limits and others", () => {
    showModule("binary_multi_occurrence", COUNTS);
    const [none, once] = screen.getAllByRole("listitem");
    expect(none).toHaveTextContent("None25.00%10 days; 95% 14.19 to 40.19; others 50.00%");
    expect(once).toHaveTextContent("Once50.00%20");
    expect(pageText()).toContain("average when active1.7max5others' average1.0");
  });

  test("unfiltered says nothing of others", () => {
    showModule("binary_multi_occurrence", COUNTS, { filtered: false });
    expect(pageText()).not.toContain("others");
  });
});

describe("all-time highs", () => {
  test("show days, next session, sessions since the last, first bar and drawdown", () => {
    showModule("ath_analysis", HIGHS);
    expect(row(/^All-time-high days/)).toHaveTextContent("25.00% of 4014.19 to 40.19baseline 60.00%");
    expect(row(/^Next session too/)).toHaveTextContent("6 of 9 66.67%35.42 to 87.94baseline 80.00%");
    expect(pageText()).toContain("sessions since last, median2.0max61first at, medianbar 7 (10:00)");
    expect(pageText()).toContain("drawdown when not, median2.35%quartiles1.00% to 6.50%");
    expect(pageText()).toContain("Small sample: 10 all-time-high days.");
  });

  test.each([true, false])(
    "cluster where the answer says so (%s), whatever the figures are",
    (days_cluster) => {
      showModule("ath_analysis", HIGHS, { metadata: { days_cluster } });
      expect(pageText()).toContain("Baselinesessions since last, median1.0max61");
      expect(pageText().includes("days cluster")).toBe(days_cluster);
    },
  );

  test("unfiltered have no baseline", () => {
    showModule("ath_analysis", HIGHS, { filtered: false });
    expect(pageText()).not.toMatch(/baseline/i);
  });

  test("that never came leave what is not known unknown", () => {
    const since = { days_since_last: { median: null, max: null }, median_bar_of_first_ath: null };
    const none = { ath_days: 0, percentage: 0, next_session_ath: null, next_sessions: 0, ...since };
    showModule("ath_analysis", { ...HIGHS, ...none, baseline: null }, { filtered: false });
    expect(row(/^All-time-high days/)).toHaveTextContent("0.00% of 40");
    expect(row(/^Next session too/)).toHaveTextContent("unknown of 0");
    expect(pageText()).toContain("sessions since last, median–max–first at, median–");
  });
});

describe.each([
  ["streak_analysis", { ...STREAKS, total_days: 0 }],
  ["ema_accumulation", EMA],
  ["binary_multi_occurrence", COUNTS],
  ["ath_analysis", HIGHS],
])("%s", (kind, empty) => {
  test("without a day says so and shows no rate", () => {
    const { container } = showModule(kind, empty, { n: 0 });
    expect(container).toHaveTextContent(NO_DISTRIBUTION);
    expect(container).not.toHaveTextContent("%");
  });

  test("without data, and without its own field", () => {
    showModule(kind, null);
    expect(pageText()).toContain(NO_DISTRIBUTION);
    showModule(kind, { anything: 1 });
    expect(pageText()).toContain(UNREAD_DISTRIBUTION);
  });
});

describe("an occurrence and the modules of its event", () => {
  function show(modules: Record<string, ModuleResult>) {
    render(
      <Provider store={withAllFigures()}>
        <ProbabilityPanel
          feature={FEATURE}
          result={resultOf(modules)}
          isLoading={false}
          error={null}
          filtered
        />
      </Provider>,
    );
    return screen.getAllByRole("heading", { level: 4 }).map((title) => title.textContent);
  }
  const occurrence = moduleOf(OCCURRENCE, "Occurrence");
  const counts = moduleOf(COUNTS, "Binary/Multi Occurrence");
  const highs = moduleOf(HIGHS, "All-Time High Analysis");

  test("are one display", () => {
    const titles = show({ ATH_ANALYSIS: highs, binary_multi_occurrence: counts, occurrence });
    expect(titles).toEqual(["Occurrence"]);
    const section = document.querySelector<HTMLElement>("[data-module=occurrence]");
    expect(section).toHaveTextContent(/30 of 40 days.*None25.00%.*All-time-high days25.00%/);
    expect(pageText()).toMatch(/^75.00% of 40 days/);
  });

  test("stand apart where the occurrence failed", () => {
    const failed: ModuleResult = { ...occurrence, status: "error", data: null, error: "no days" };
    expect(show({ occurrence: failed, binary_multi_occurrence: counts })).toEqual([
      "Binary/Multi Occurrence",
    ]);
    expect(pageText()).toContain("Module Errors:Occurrence: no days");
  });
});
