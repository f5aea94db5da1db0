import { expect, it } from "vitest";
import type { Answer } from "@/kept/quiz/answers";
import { brier, calibration, scoresOf, streak } from "./scores";
import { anAnswer } from "./testing";

/** A hundred answers of a fixed pseudo-random walk. */
function answers(): Answer[] {
  let state = 7;
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return Array.from({ length: 100 }, (_, at) =>
    anAnswer({
      probability: Math.round(100 * next()),
      occurred: next() < 0.4,
      base: next(),
      coin: next() < 0.8 ? next() : null,
      at,
    }),
  );
}

const average = (values: number[]) => values.reduce((sum, value) => sum + value) / values.length;

it("a score is the squared distance of the guess from what came", () => {
  expect([brier(0.7, true), brier(0.7, false), brier(1, true), brier(0, true)]).toEqual([
    expect.closeTo(0.09, 12),
    expect.closeTo(0.49, 12),
    0,
    1,
  ]);
});

it("means are those of the plain formula, the coin's over the questions that have one", () => {
  const all = answers();
  const o = all.map(({ occurred }) => (occurred ? 1 : 0));
  const tossed = all.filter(({ coin }) => coin !== null);
  const { n, own, base, withCoin } = scoresOf(all);
  expect(n).toBe(100);
  expect(own).toBeCloseTo(
    average(all.map(({ probability }, i) => (probability / 100 - (o[i] ?? 0)) ** 2)),
    12,
  );
  expect(base).toBeCloseTo(average(all.map((each, i) => (each.base - (o[i] ?? 0)) ** 2)), 12);
  expect(withCoin.n).toBe(tossed.length);
  expect(withCoin.coin).toBeCloseTo(
    average(tossed.map(({ coin, occurred }) => ((coin ?? 0) - (occurred ? 1 : 0)) ** 2)),
    12,
  );
  expect(withCoin.own).toBeCloseTo(
    average(tossed.map(({ probability, occurred }) => (probability / 100 - (occurred ? 1 : 0)) ** 2)),
    12,
  );
  expect(scoresOf([])).toEqual({ n: 0, own: null, base: null, withCoin: { n: 0, own: null, coin: null } });
});

it("every answer stands in one bin, 100 in the last, with its mean guess and how often it came", () => {
  const all = answers();
  const bins = calibration(all);
  expect(bins.map(({ from, to }) => [from, to])).toEqual(
    Array.from({ length: 10 }, (_, at) => [10 * at, 10 * at + 10]),
  );
  expect(bins.reduce((sum, { n }) => sum + n, 0)).toBe(100);
  for (const { from, to, n, mean, came } of bins) {
    const own = all.filter(({ probability: p }) => p >= from && (p < to || (to === 100 && p === 100)));
    expect(n).toBe(own.length);
    expect(mean).toBeCloseTo(average(own.map(({ probability }) => probability)), 9);
    expect(came?.percentage).toBeCloseTo((100 * own.filter(({ occurred }) => occurred).length) / n, 9);
  }
});

it.each([
  [0, 0],
  [9, 0],
  [9.99, 0],
  [10, 1],
  [29, 2],
  [70, 7],
  [90, 9],
  [99, 9],
  [100, 9],
])("a guess of %s percent stands in bin %s", (probability, bin) => {
  const bins = calibration([anAnswer({ probability })]);
  expect(bins.map(({ n }) => n).indexOf(1)).toBe(bin);
  expect(bins.filter(({ n, mean, came }) => n === 0 && mean === null && came === null)).toHaveLength(9);
});

it("a streak is of the newest answers, and one that is only as good as the plain rate ends it", () => {
  const better = anAnswer({ probability: 90, occurred: true, base: 0.5 });
  const equal = anAnswer({ probability: 50, occurred: true, base: 0.5 });
  const worse = anAnswer({ probability: 10, occurred: true, base: 0.5 });
  expect(streak([])).toBe(0);
  expect(streak([better, better])).toBe(2);
  expect(streak([better, worse, better])).toBe(1);
  expect(streak([better, better, equal])).toBe(0);
});
