import { describe, expect, test } from "vitest";
import { EMA, EMA_BASELINE, STREAKS } from "../testing/session-fixtures";
import { bucketColumns } from "./ema";
import { streakColumns } from "./streaks";

describe("streaks by length", () => {
  test("leave no hole, and show the baseline's as if they were as many", () => {
    const { columns, others } = streakColumns(STREAKS, STREAKS.baseline ?? null);
    expect(columns.map(({ value }) => value)).toEqual([8, 0, 2]);
    expect(others?.map((value) => value.toFixed(2))).toEqual(["6.67", "0.00", "3.33"]);
    expect(columns[2]?.text).toBe("3 sessions: 2 of 10 streaks\nbaseline 10 of 30");
  });

  test("reach to the longest of the baseline's", () => {
    const baseline = { ...STREAKS, streak_distribution: { 5: 1 } };
    expect(streakColumns(STREAKS, baseline).columns).toHaveLength(5);
  });

  test("have no line without a baseline, nor where it has no streak", () => {
    expect(streakColumns(STREAKS, null).others).toBeNull();
    expect(streakColumns(STREAKS, { ...STREAKS, streak_distribution: {} }).others).toBeNull();
  });
});

describe("days by bars on the side", () => {
  const all = EMA_BASELINE.regime_balance.distribution_buckets;
  const buckets = EMA.regime_balance.distribution_buckets;

  test("are shares of the days next to the baseline's", () => {
    const { columns, others } = bucketColumns(buckets, all);
    expect(columns[1]).toEqual({
      value: 75,
      text: "Nearly all, 65-81 bars: 30 days, 75.00%\nbaseline 40.00%",
      opens: { place: "65-81", label: "65-81 bars on the side" },
    });
    expect(others).toEqual([60, 40]);
  });

  test("have no line at zero where the baseline is unknown", () => {
    const unknown = all.map((bucket) => ({ ...bucket, days_pct: null }));
    expect(bucketColumns(buckets, unknown).others).toBeNull();
  });
});
