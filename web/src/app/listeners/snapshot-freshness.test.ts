import { expect, it } from "vitest";
import { aSummary } from "@/lib/testing/fixtures";
import { CONFIRM_MS, snapshotFreshness } from "./snapshot-freshness";

const night = (day: number, symbol = "ES") =>
  aSummary({ id: `${symbol}-${day}`, symbol, built_at: `2026-03-0${day}T00:00:00Z` });

/** What to do about one summary after the other, each so many milliseconds after the one before. */
function verdicts(...said: [number, ReturnType<typeof night>, shown: ReturnType<typeof night> | null][]) {
  let now = 0;
  const freshness = snapshotFreshness(() => now);
  return said.map(([later, summary, shown]) => {
    now += later;
    return freshness(shown, summary);
  });
}

it("newer data, the first and another instrument's are shown at once", () => {
  expect(verdicts([0, night(2), null], [0, night(3), night(2)], [0, night(1, "NQ"), night(3)])).toEqual([
    "show",
    "show",
    "show",
  ]);
});

it("older data is shown where it is said again after a while", () => {
  const older = [night(1), night(2)] as const;
  expect(verdicts([0, ...older], [CONFIRM_MS - 1, ...older], [1, ...older])).toEqual([
    "ask again",
    "wait",
    "show",
  ]);
});

it("older data of a worker that is behind is not shown while others know better", () => {
  const [older, shown] = [night(1), night(2)];
  expect(verdicts([0, older, shown], [CONFIRM_MS, shown, shown], [0, older, shown])).toEqual([
    "ask again",
    "show",
    "ask again",
  ]);
});
