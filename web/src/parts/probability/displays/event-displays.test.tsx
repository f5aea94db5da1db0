import { screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { aVerdict, otherDays } from "@/lib/testing/coins";
import { FEATURE, OCCURRENCE, periodsOf, TIMING } from "../testing/fixtures";
import { pageText, showModule } from "../testing/show-module";
import { IN_LONG_RUNS, NO_PERIODS, smallSample } from "../words";

const WORDS = "Other days: 50.00%. Looks different; 1 in 20 comparisons does by chance.";

describe("occurrence", () => {
  test("shows rate, days, difference in words, interval and others", () => {
    showModule("occurrence", OCCURRENCE);
    expect(pageText()).toContain(`75.00% of 40 days${WORDS}`);
    expect(pageText()).toContain("95% 59.80 to 85.80others 50.00%");
    expect(screen.getByRole("img", { name: /^75.00% of 40 days; 95% interval/ })).toBeInTheDocument();
  });

  test("bears p, adjusted p, baseline and lift in its details", () => {
    showModule("occurrence", OCCURRENCE);
    expect(screen.getByText("adjusted p").closest("details")).not.toBeNull();
    expect(pageText()).toContain(
      "others 50.00%All figuresoccurrenceMore on occurrencep0.021adjusted p0.410Difference and p compare",
    );
    expect(pageText()).toContain("baseline60.00% of 100 days");
    expect(pageText()).toContain("difference+25.0 points (6.0 to 41.0)lift1.50 (1.09 to 2.06)");
  });

  test("says why other days are not tested, without a lift and a difference that are not known", () => {
    const words = "No year has both these days and others, so it is not tested.";
    const none = { lower: null, upper: null };
    const unknown = { difference: null, confidence_interval: none, lift: null, lift_interval: none };
    const verdict = aVerdict({
      code: "not_tested",
      words,
      reason: "no_common_year",
      p: null,
      adjusted_p: null,
    });
    showModule("occurrence", { ...OCCURRENCE, others: otherDays({ ...unknown, verdict }) });
    expect(screen.getByText(words).tagName).toBe("B");
    expect(pageText()).toContain("difference–");
    expect(pageText()).not.toMatch(/lift|adjusted p0/);
  });

  test("of days that come in long runs says so", () => {
    showModule("occurrence", OCCURRENCE, { metadata: { in_long_runs: true } });
    expect(pageText()).toContain(IN_LONG_RUNS);
  });

  test("never writes a p-value as 0", () => {
    const words = "25.0 points more than on other days of the same years (all other days: 50.00%).";
    const verdict = aVerdict({ words, p: 1e-30, adjusted_p: 4e-29 });
    showModule("occurrence", { ...OCCURRENCE, others: otherDays({ verdict }) });
    expect(pageText()).toContain(words);
    expect(pageText()).toContain("pbelow 0.001adjusted pbelow 0.001");
  });

  test.each([
    ["certain", "your filter makes this certain, so it is not tested"],
    ["impossible", "your filter makes this impossible, so it is not tested"],
  ] as const)("that a filter makes %s says so", (outcome, words) => {
    showModule("occurrence", OCCURRENCE, { metadata: { conditioned: true, outcome } });
    expect(pageText()).toContain(words);
    expect(pageText()).not.toMatch(/Looks different|Holm/);
  });

  test("unfiltered says nothing of others", () => {
    showModule("occurrence", OCCURRENCE, { filtered: false });
    expect(pageText()).not.toMatch(/other|points|lift/);
  });

  test("of a feature that is filtered itself has no test and no words of difference", () => {
    showModule("occurrence", OCCURRENCE, { metadata: { conditioned: true } });
    expect(pageText()).toContain("you filter by this, so it is not tested");
    expect(pageText()).not.toMatch(/Looks different|Holm/);
  });

  test("without a day is unknown, never 0 %", () => {
    const none = { occurrence: null, occurrence_days: 0, total_days: 0 };
    const interval = { lower: null, upper: null };
    showModule(
      "occurrence",
      { ...OCCURRENCE, ...none, confidence_interval: interval, others: null },
      { n: 0 },
    );
    expect(pageText()).toContain("unknown of 0 days");
    expect(pageText()).toContain("95% –");
    expect(pageText()).not.toContain("0.00% of 0");
  });
});

describe("a rate of under 30 days is led by its count", () => {
  const few = { occurrence: 0.625, occurrence_days: 5, total_days: 8 };

  test("as an occurrence", () => {
    showModule("occurrence", { ...OCCURRENCE, ...few }, { filtered: false });
    expect(pageText()).toContain("5 of 8 days, 62.50%too few days to say95%");
    expect(screen.getByRole("img", { name: /^5 of 8 days, 62.50%; 95% interval/ })).toBeVisible();
  });

  test.each([
    [29, "Morning14 of 29 days; 95% 24.14 to 48.2848.28%"],
    [30, "Morning46.67%14 days; 95% 23.33 to 46.67"],
  ])("among shares of %i days", (n, text) => {
    showModule("period_probability", periodsOf([14, 0, 0], n), { n, filtered: false });
    const [morning] = screen.getAllByRole("listitem");
    expect(morning).toHaveTextContent(text);
  });

  test("by bar and still to come", () => {
    showModule("timing_analysis", { ...TIMING, others: null });
    expect(pageText()).toContain("by bar 1250.00%of 40 (35.20 to 64.80)still to come10 of 2050.00% (29.93");
  });
});

describe("timing", () => {
  test("shows median with clock, quartiles, by bar and still to come", () => {
    showModule("TIMING STATISTICS", TIMING);
    expect(pageText()).toContain("medianbar 2 (9:35)IQR2.0 to 30.0by bar 1250.00%of 40 (35.20 to 64.80)");
    expect(pageText()).toContain("still to come10 of 2050.00% (29.93 to 70.07)");
    expect(
      screen.getByRole("img", { name: /^30 event days by bar, 1 to 81: median bar 2 \(9:35\)/ }),
    ).toBeVisible();
  });

  test("what is still to come on few of many days is quiet, what stands on many is not", () => {
    const early = Array.from({ length: 81 }, (_, bar) => (bar < 11 ? 600 : 610));
    showModule("timing_analysis", { ...TIMING, total_occurrences: 610, by_bar_days: early }, { n: 612 });
    const share = (name: string) => screen.getByText(name).closest("[data-small]");
    expect(share("still to come")).toHaveAttribute("data-small", "true");
    expect(share("by bar 12")).toHaveAttribute("data-small", "false");
  });

  test("tells each checkpoint with its n and its limits", () => {
    showModule("timing_analysis", TIMING);
    const row = within(screen.getByRole("table", { hidden: true })).getByRole("row", {
      name: /^12/,
      hidden: true,
    });
    expect(row).toHaveTextContent("1250.00% of 4035.20 to 64.8010 of 20 50.00%29.93 to 70.07");
  });

  test("of an extreme, which every session has, shows by-bar shares on its face and nothing still to come", () => {
    const range = { ...FEATURE.business_logic, value_range: { min: 1, max: 81 } };
    const feature = { ...FEATURE, business_logic: range, resolves_from: 81 };
    const extremes = { ...TIMING, total_occurrences: 40, others: null };
    showModule("timing_analysis", extremes, { feature });
    expect(pageText()).not.toMatch(/still to come|event day/);
    expect(pageText()).toContain("40 daysmedianbar 2 (9:35)");
    const row = screen.getByRole("row", { name: /^12/ });
    expect(row).toHaveTextContent("1250.00% of 4035.20 to 64.80");
    expect(row.closest("details")).toBeNull();
  });

  test("of an extreme of the opening range ends with the range", () => {
    const range = { ...FEATURE.business_logic, value_range: { min: 1, max: 12 } };
    showModule("timing_analysis", TIMING, { feature: { ...FEATURE, business_logic: range } });
    expect(screen.getByRole("img", { name: /^30 days by bar, 1 to 12:/ })).toBeVisible();
    expect(screen.getByRole("row", { name: /^6 / })).toBeVisible();
    expect(screen.queryByRole("row", { name: /^12 / })).toBeNull();
  });

  test("of few events on many days is marked as a small sample", () => {
    showModule("timing_analysis", { ...TIMING, total_occurrences: 12 });
    expect(pageText()).toContain(smallSample("12 event days"));
  });

  test("without an event, and without data", () => {
    showModule("timing_analysis", { ...TIMING, total_occurrences: 0 });
    expect(pageText()).toContain("No occurrences found for timing analysis");
    showModule("timing_analysis", null);
    expect(pageText()).toContain("No timing analysis data available");
  });
});

describe("period probability", () => {
  test("shows three periods with interval and others, the most likely named", () => {
    showModule("period_probability", { ...periodsOf([20, 8, 2], 40), others: periodsOf([15, 15, 0], 60) });
    const [morning] = screen.getAllByRole("listitem");
    expect(morning).toHaveTextContent("Morning50.00%20 days; 95% 25.00 to 50.00; others 25.00%");
    expect(morning).toHaveAttribute("data-marked", "true");
    expect(pageText()).toContain("most likelyMorning");
  });

  test("unfiltered has no others", () => {
    showModule(
      "period_probability",
      { ...periodsOf([20, 8, 2], 40), others: periodsOf([15, 15, 0], 60) },
      { filtered: false },
    );
    expect(pageText()).not.toContain("others");
  });

  test("without data, with a broken structure, without a day", () => {
    showModule("period_probability", null);
    expect(pageText()).toContain("No period analysis data available");
    showModule("period_probability", { periods: null });
    expect(pageText()).toContain("Invalid period data structure");
    const { container } = showModule("period_probability", periodsOf([0, 0, 0], 0), { n: 0 });
    expect(container).toHaveTextContent(NO_PERIODS);
    expect(container).not.toHaveTextContent("0.00%");
  });
});
