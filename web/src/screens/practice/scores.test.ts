import { expect, it } from "vitest";
import type { Answer } from "@/kept/quiz/answers";
import {
  answersOf,
  brier,
  byLoss,
  calibration,
  groupsBy,
  roundsIn,
  scoresOf,
  sideOf,
  streak,
} from "./scores";
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
  expect(bins.map(({ key }) => key)).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90]);
  expect(bins.reduce((sum, { n }) => sum + n, 0)).toBe(100);
  for (const { key, n, mean, came } of bins) {
    const own = all.filter(({ probability: p }) => p >= key && (p < key + 10 || (key === 90 && p === 100)));
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

it("a streak is of the newest answers, and one that is only as good as the average ends it", () => {
  const better = anAnswer({ probability: 90, occurred: true, base: 0.5 });
  const equal = anAnswer({ probability: 50, occurred: true, base: 0.5 });
  const worse = anAnswer({ probability: 10, occurred: true, base: 0.5 });
  expect(streak([])).toBe(0);
  expect(streak([better, better])).toBe(2);
  expect(streak([better, worse, better])).toBe(1);
  expect(streak([better, better, equal])).toBe(0);
});

it("every answer is in one group, with the group's own scores", () => {
  const all = answers().map((answer, at) => ({ ...answer, as_of: [54, 6, 12][at % 3] ?? 6 }));
  const groups = groupsBy(all, ({ as_of }) => as_of);
  expect(groups.map(({ key }) => key)).toEqual([6, 12, 54]);
  for (const group of groups) {
    const own = all.filter(({ as_of }) => as_of === group.key);
    expect(group).toMatchObject(scoresOf(own));
    expect(group.mean).toBeCloseTo(average(own.map(({ probability }) => probability)), 9);
    expect(group.came?.days).toBe(own.filter(({ occurred }) => occurred).length);
  }
  expect(groups.reduce((sum, { n }) => sum + n, 0)).toBe(100);
});

it.each([
  ["hoy_bo_bar", "up"],
  ["gxh_bo_bar", "up"],
  ["hoy_close_bo_bar", "up"],
  ["hoy_second_bo_bar", "up"],
  ["or6_bo_up_bar", "up"],
  ["or12_mm_up_bar", "up"],
  ["close_above_open", "up"],
  ["ath_made", "up"],
  ["loy_bo_bar", "down"],
  ["gxl_bo_bar", "down"],
  ["loy_second_bo_bar", "down"],
  ["or18_bo_dn_bar", "down"],
  ["or12_mm_dn_bar", "down"],
  ["hoy_reentry_bar", "either"],
  ["gxh_bo_failed", "either"],
  ["gap_fill_bar", "either"],
  ["or12_dir_holds_eod", "either"],
])("a yes to %s is a move %s", (feature, side) => {
  expect(sideOf(feature)).toBe(side);
});

const given = (id: string, guesses: 1 | 5, at: number) => anAnswer({ at, round: { id, guesses } });

it("a round is over with its last guess, the newest stands first, and single guesses are none", () => {
  const first = [1, 2, 3, 4, 5].map((at) => given("first", 5, at));
  const second = [6, 8, 9, 10, 11].map((at) => given("second", 5, at));
  const all = [...first, ...second.slice(0, 4), given("single", 1, 7), anAnswer({ at: 12 })];
  expect(roundsIn(all)).toEqual([{ id: "first", answers: first }]);
  expect(answersOf(all, "second")).toEqual(second.slice(0, 4));
  expect(roundsIn([...all, ...second.slice(4)]).map(({ id }) => id)).toEqual(["second", "first"]);
});

it("a guess more, of another tab, is none of the round", () => {
  const all = [1, 2, 3, 4, 5, 6].map((at) => given("first", 5, at));
  expect(answersOf(all, "first").map(({ at }) => at)).toEqual([1, 2, 3, 4, 5]);
  expect(roundsIn(all)[0]?.answers).toHaveLength(5);
});

it("most was lost where the average would have cost least beside the own guess", () => {
  const good = anAnswer({ probability: 90, occurred: true, base: 0.5, date: "2024-01-02" });
  const hard = anAnswer({ probability: 80, occurred: false, base: 0.8, date: "2024-01-03" });
  const bad = anAnswer({ probability: 60, occurred: false, base: 0.1, date: "2024-01-04" });
  expect(byLoss([good, hard, bad]).map(({ date }) => date)).toEqual([
    "2024-01-04",
    "2024-01-03",
    "2024-01-02",
  ]);
});
