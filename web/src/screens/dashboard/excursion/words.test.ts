import { expect, it, test } from "vitest";
import type { ExcursionCell } from "@/api/generated";
import { NO_COIN } from "@/lib/testing/coins";
import type { ExcursionParameters } from "./parameters";
import { cellName, cellSentence, cellText, coinAndBreakEven, rateSentence, tone } from "./words";

const asked: ExcursionParameters = { from: 0, side: "up", unit: "adr", step: 5, costs: 0, picked: null };

function cell(parts: Partial<ExcursionCell> = {}): ExcursionCell {
  return {
    target: 30,
    stop: 20,
    target_first_days: 1200,
    stop_first_days: 1800,
    same_bar_days: 4,
    neither_days: 1006,
    rate: 0.4,
    confidence_interval: { lower: 0.3826, upper: 0.4177 },
    break_even: 0.4,
    coin: coin(0.02, -0.01, 0.05),
    ...parts,
  };
}

function coin(value: number, lower: number, upper: number): ExcursionCell["coin"] {
  return { days: 50_000, target_first_days: 19_000, rate: 0.38, difference: { value, lower, upper } };
}

const none = cell({
  target_first_days: 0,
  stop_first_days: 0,
  rate: null,
  confidence_interval: { lower: null, upper: null },
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
  ["▲ 40", coin(0.05, 0.01, 0.09), 0.05 / 0.15],
  ["▼ 40", coin(-0.05, -0.09, -0.01), -0.05 / 0.15],
  ["▲ 40", coin(0.4, 0.3, 0.5), 1],
  ["▼ 40", coin(-0.4, -0.5, -0.3), -1],
  ["40", coin(0.05, 0, 0.1), 0],
  ["40", coin(-0.05, -0.1, 0), 0],
  ["40", coin(0.05, -0.01, 0.11), 0],
  ["40", NO_COIN, 0],
  ["40", null, 0],
])("in a cell stands %s for a coin of %o", (text, given, shade) => {
  expect(cellText(cell({ coin: given }))).toBe(text);
  expect(tone(cell({ coin: given }))).toBeCloseTo(shade, 12);
});

it("a cell that no day decided holds a dash and says so", () => {
  expect(cellText(none)).toBe("–");
  expect(rateSentence(none)).toBe("On no day did target or stop come first alone.");
});

it("the rate stands with its days and its interval", () => {
  expect(rateSentence(cell())).toBe("The target came first on 40.00% of 3,000 days (95% 38.3 to 41.8).");
});

test.each<[Partial<ExcursionCell>, string[]]>([
  [{}, ["A coin gives 38.00%. Here minus a coin: +2.0 points (−1.0 to 5.0).", "Break-even from 40.00% on."]],
  [
    { coin: coin(0.05, 0.01, 0.09), break_even: 0.425 },
    ["A coin gives 38.00%. Here minus a coin: +5.0 points (1.0 to 9.0).", "Break-even from 42.50% on."],
  ],
  [{ coin: null }, ["Break-even from 40.00% on."]],
  [
    { coin: NO_COIN, break_even: null },
    [
      "Known before the open, so there is no coin to compare with.",
      "No rate pays: costs take the whole target.",
    ],
  ],
])("beside the rate of %o stands what a coin gives and what pays", (parts, sentences) => {
  expect(coinAndBreakEven(cell(parts))).toEqual(sentences);
});

it("all of a cell is one text for who does not see the colours", () => {
  expect(cellSentence(asked, cell())).toBe(
    "Up from the open, target 30% of ADR10, stop 20% of ADR10. The target came first on 40.00% of 3,000 days (95% 38.3 to 41.8). A coin gives 38.00%. Here minus a coin: +2.0 points (−1.0 to 5.0). Break-even from 40.00% on. Both in the same bar on 4, neither on 1,006.",
  );
});
