import { expect, it, test } from "vitest";
import type { ExcursionCell } from "@/api/generated";
import { aVerdict, NO_COIN } from "@/lib/testing/coins";
import type { ExcursionParameters } from "./parameters";
import {
  cellName,
  cellSentence,
  cellText,
  coinSentences,
  meanSentences,
  rateSentence,
  testSentences,
  tone,
} from "./words";

const asked: ExcursionParameters = { from: 0, side: "up", unit: "adr", step: 5, costs: 0, picked: null };

function cell(parts: Partial<ExcursionCell> = {}): ExcursionCell {
  return {
    target: 30,
    stop: 20,
    target_first_days: 1200,
    stop_first_days: 1800,
    same_bar_days: 0,
    neither_days: 1000,
    rate: 0.4,
    confidence_interval: { lower: 0.3826, upper: 0.4177 },
    break_even: 0.4,
    ended: { target: 0.3, stop: 0.45, close: 0.25 },
    mean_r: -0.0526,
    mean_adr_pct: -1.052,
    mean_points: null,
    mean_interval: { lower: -1.52, upper: -0.58 },
    mean_if_target: -1.052,
    coin: coin(),
    ...parts,
  };
}

type Compared = Extract<ExcursionCell["coin"], { days: number }>;

function coin(parts: Partial<Compared> = {}, verdict: Parameters<typeof aVerdict>[0] = {}): Compared {
  return {
    days: 3990,
    unpaired_days: 10,
    mean: -0.3,
    difference: 1.5,
    confidence_interval: { lower: 0.2, upper: 2.8 },
    verdict: aVerdict({
      words: "1.5% of ADR10 more than a coin (-0.3% of ADR10).",
      family_size: 100,
      ...verdict,
    }),
    ...parts,
  };
}

const none = cell({
  target_first_days: 0,
  stop_first_days: 0,
  neither_days: 0,
  rate: null,
  confidence_interval: { lower: null, upper: null },
  ended: null,
  mean_r: null,
  mean_adr_pct: null,
  mean_interval: { lower: null, upper: null },
  mean_if_target: null,
  coin: null,
});

test.each<[Partial<ExcursionParameters>, string]>([
  [{}, "Up from the open, target 30% of ADR10, stop 20% of ADR10"],
  [
    { from: 12, side: "down", unit: "points" },
    "Down from the close of bar 12, target 30 points, stop 20 points",
  ],
  [{ unit: "r" }, "Up from the open, target 30 R, stop 20% of ADR10"],
])("asked %o the cell is called %s", (change, name) => {
  expect(cellName({ ...asked, ...change }, cell())).toBe(name);
});

test.each<[string, ExcursionCell["coin"], number]>([
  ["▲ −1.1", coin(), 1.5 / 50 / 0.15],
  ["▼ −1.1", coin({ difference: -1.5 }, { code: "fewer" }), -1.5 / 50 / 0.15],
  ["▲ −1.1", coin({ difference: 40 }), 1],
  ["▼ −1.1", coin({ difference: -40 }, { code: "fewer" }), -1],
  ["−1.1", coin({}, { code: "looks_different" }), 0],
  ["−1.1", coin({}, { code: "could_be_chance" }), 0],
  ["−1.1", coin({}, { code: "not_tested", reason: "too_few" }), 0],
  ["−1.1", NO_COIN, 0],
  ["−1.1", null, 0],
])("in a cell stands %s for a coin of %o: colour follows the verdict alone", (text, given, shade) => {
  expect(cellText(cell({ coin: given }), "adr")).toBe(text);
  expect(tone(cell({ coin: given }), "adr")).toBeCloseTo(shade, 12);
});

it("in R the stop is one", () => {
  const inR = cell({ target: 2, coin: coin({ difference: 0.09 }) });
  expect(cellText(inR, "r")).toBe("▲ −0.05");
  expect(tone(inR, "r")).toBeCloseTo(0.2, 12);
});

it("a cell without a day holds a dash and says so", () => {
  expect(cellText(none, "adr")).toBe("–");
  expect(meanSentences(none, "adr")).toEqual(["No day has a result."]);
  expect(coinSentences(none)).toEqual([]);
  expect(testSentences(none, "adr")).toEqual([]);
  expect(rateSentence(none)).toBe("On no day did target or stop come first alone.");
});

it("the mean stands with its interval, with how the days ended, and with the other reading", () => {
  expect(meanSentences(cell({ same_bar_days: 1, mean_if_target: -1.04 }), "adr")).toEqual([
    "Mean result of 4,001 days after costs: −1.1% of ADR10 (95% −1.5 to −0.6% of ADR10).",
    "The days end at the target 30.00%, at the stop 45.00%, at the close 25.00%.",
    "Both in the same bar on 1 day, counted as stop; counted as target the mean is −1.0% of ADR10.",
  ]);
  expect(meanSentences(cell({ mean_points: -0.25, mean_adr_pct: null }), "points")[0]).toBe(
    "Mean result of 4,000 days after costs: −0.25 pts (95% −1.52 to −0.58 pts).",
  );
  expect(meanSentences(cell({ mean_interval: { lower: null, upper: null } }), "r")[0]).toBe(
    "Mean result of 4,000 days after costs: −0.05 R.",
  );
});

it("the coin is told in the words of the service", () => {
  expect(coinSentences(cell())).toEqual(["1.5% of ADR10 more than a coin (−0.3% of ADR10)."]);
  expect(coinSentences(cell({ coin: NO_COIN }))).toEqual([NO_COIN.verdict.words]);
});

it("the test stands with how many are tested together", () => {
  expect(testSentences(cell(), "adr")).toEqual([
    "Minus the coin: 1.5% of ADR10 (95% 0.2 to 2.8% of ADR10), on 3,990 days. p below 0.001, adjusted p 0.020 for 100 comparisons.",
  ]);
  const few = coin({ confidence_interval: { lower: null, upper: null } }, { p: null, adjusted_p: null });
  expect(testSentences(cell({ coin: few }), "adr")).toEqual([
    "Minus the coin: 1.5% of ADR10, on 3,990 days.",
  ]);
  expect(testSentences(cell({ coin: NO_COIN }), "adr")).toEqual([]);
});

it("break-even is said of the rate alone", () => {
  const rate = "Target first on 40.00% of the 3,000 days that reached one of them (95% 38.3 to 41.8).";
  expect(rateSentence(cell())).toBe(`${rate} Break-even of this rate: 40.00%.`);
  expect(rateSentence(cell({ break_even: null }))).toBe(
    `${rate} Costs take the whole target, so this rate has no break-even.`,
  );
});

it("all of a cell is one text for who does not see the colours", () => {
  expect(cellSentence(asked, cell())).toBe(
    "Up from the open, target 30% of ADR10, stop 20% of ADR10. Mean result of 4,000 days after costs: −1.1% of ADR10 (95% −1.5 to −0.6% of ADR10). The days end at the target 30.00%, at the stop 45.00%, at the close 25.00%. 1.5% of ADR10 more than a coin (−0.3% of ADR10). Target first on 40.00% of the 3,000 days that reached one of them (95% 38.3 to 41.8). Break-even of this rate: 40.00%.",
  );
});
