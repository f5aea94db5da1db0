import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TimingAnalysis } from "@/api/generated";
import { NO_COIN } from "@/lib/testing/coins";
import type { Limits } from "@/question/figures/format";
import { BARS } from "../figures/bars";
import { FEATURE, TIMING } from "../testing/fixtures";
import { byWhen } from "./by-when";

const EXTREME = {
  ...FEATURE,
  business_logic: { ...FEATURE.business_logic, value_range: { min: 1, max: 12 } },
};
const OTHERS_BY_BAR = Array.from({ length: BARS }, (_, index) => (index < 1 ? 0 : index < 59 ? 30 : 60));
const COIN = { days: 40, by_bar: Array.from({ length: BARS }, (_, index) => 0.01 * (index + 1)) };
const WHOLE: TimingAnalysis = {
  ...TIMING,
  others: { ...TIMING, total_occurrences: 60, by_bar_days: OTHERS_BY_BAR, others: null },
  coin: COIN,
};

function drawn(data: TimingAnalysis = WHOLE, { n = 40, asOf = 0, others = 100, feature = FEATURE } = {}) {
  const section = byWhen(data, { feature, n, asOf }, others);
  if (!section) throw new Error("no curve");
  return section;
}

/** Days of an event by bar, and of days without it. */
const days = fc
  .record({ byBar: fc.array(fc.nat(9), { minLength: BARS, maxLength: BARS }), without: fc.nat(200) })
  .filter(({ byBar }) => byBar.some((count) => count > 0));

function timingOf(byBar: readonly number[]): TimingAnalysis {
  let sum = 0;
  const by_bar_days = byBar.map((count) => {
    sum += count;
    return sum;
  });
  const distribution = Object.fromEntries(byBar.map((count, index) => [index + 1, count]));
  return { ...TIMING, total_occurrences: sum, distribution, by_bar_days, others: null };
}

function expectInside(share: number, limits: Limits | null = null) {
  expect(limits?.lower).toBeLessThanOrEqual(share + 1e-9);
  expect(limits?.upper).toBeGreaterThanOrEqual(share - 1e-9);
}

describe("any event's curve", () => {
  test("never falls, ends at the event's rate and stays inside its band and its scale", () => {
    fc.assert(
      fc.property(days, days, (here, there) => {
        const [data, others] = [timingOf(here.byBar), timingOf(there.byBar)];
        const n = data.total_occurrences + here.without;
        const othersDays = others.total_occurrences + there.without;
        const { curve } = drawn({ ...data, others }, { n, others: othersDays });
        const shares = curve.columns.map(({ value }) => value);
        expect(shares).toEqual(shares.toSorted((a, b) => a - b));
        expect(curve.others).toEqual(curve.others?.toSorted((a, b) => a - b));
        expect(shares).toHaveLength(BARS);
        expect(shares.at(-1)).toBeCloseTo((100 * data.total_occurrences) / n, 9);
        expect(curve.others?.at(-1)).toBeCloseTo((100 * others.total_occurrences) / othersDays, 9);
        for (const [index, { value }] of curve.columns.entries()) expectInside(value, curve.limits[index]);
        const tops = [...(curve.others ?? []), ...curve.limits.map((each) => each?.upper ?? 0)];
        expect(Math.max(...tops)).toBeLessThanOrEqual(curve.top + 1e-9);
      }),
    );
  });
});

describe("a curve", () => {
  test("tells at each close its share, the others' and a coin's, its limits and the days of that bar", () => {
    const { columns } = drawn().curve;
    expect(columns[29]).toEqual({
      value: 75,
      text: "by 12:00: 75.00%, others 30.00%, coin 30.00%\n95% 59.81 to 85.81\nbar 30: 10 days",
      opens: { place: "30", label: "event on bar 30 (11:55)" },
    });
    expect(columns[2]).toMatchObject({
      text: "by 9:45: 50.00%, others 30.00%, coin 3.00%\n95% 35.20 to 64.80\nbar 3: 0 days",
      opens: undefined,
    });
  });

  test("can be heard: at each checkpoint and at the end", () => {
    const { label } = drawn({ ...TIMING, others: null });
    expect(label).toBe(
      "By when, of 40 days: by 10:00: 50.00%; by 10:30: 50.00%; by 11:00: 50.00%; by 11:45: 50.00%; " +
        "by 14:00: 75.00%; by 16:15: 75.00%",
    );
  });

  test("of other days is of all of them, not of those that had the event", () => {
    expect(drawn(WHOLE, { others: 240 }).curve.others?.at(-1)).toBe(25);
    expect(drawn(WHOLE, { others: 0 }).curve.others).toBeNull();
    expect(drawn({ ...WHOLE, others: null, coin: NO_COIN }).curve).toMatchObject({
      others: null,
      coin: null,
    });
  });

  test.each([
    [40, 100],
    [400, 20],
    [1000, 5],
    [4000, 2],
    [60, 80],
  ])("of %d days ends its scale at %d, above its limits", (n, top) => {
    expect(drawn({ ...TIMING, others: null }, { n }).curve.top).toBe(top);
  });

  test("as of a bar begins at its close, where nothing had come by then", () => {
    const late = timingOf(Array.from({ length: BARS }, (_, index) => (index < 12 ? 0 : 1)));
    expect(drawn(late, { n: 100, asOf: 12 }).curve.passed).toBe(12);
    expect(drawn(late, { n: 100, asOf: 12 }).label).not.toContain("by 10:30");
    expect(drawn(late, { n: 100, asOf: 13 }).curve.passed).toBe(0);
    expect(drawn(late, { n: 100, asOf: -1 }).curve.passed).toBe(0);
  });

  test("of an extreme of the opening range ends with the range", () => {
    const { curve, marks } = drawn({ ...WHOLE, coin: null }, { feature: EXTREME });
    expect(curve.columns).toHaveLength(12);
    expect(marks.map(({ text }) => text)).toEqual(["9:30", "10", "10:30"]);
  });

  test("is none where nothing came, or no day has a value", () => {
    expect(byWhen({ ...TIMING, total_occurrences: 0 }, { feature: FEATURE, n: 40, asOf: 0 })).toBeNull();
    expect(byWhen(TIMING, { feature: FEATURE, n: 0, asOf: 0 })).toBeNull();
  });
});
