import { describe, expect, test } from "vitest";
import { DEFAULT_AMA, SIGNAL_NUMBERS } from "../../settings/ama-settings";
import { aBar } from "../fixtures";
import { colorOf, signalsByIndex } from "./signals";

const entry = (bar_number: number, signal_type: number, ft_flag = 0) => ({
  bar_number,
  signal_type,
  ft_flag,
  session: "current" as const,
  index: bar_number,
});
const now = aBar({ bar_number: 5, index: 5 });
const before = aBar({ bar_number: 5, index: -76, session: "previous" });

describe("several signals for one bar number", () => {
  const found = signalsByIndex({
    bars: [before, now],
    amaSignals: [entry(5, -1), entry(5, 2), entry(5, 10, 1)],
  });

  test("the last counts for a bar of the current session", () => {
    expect(found.get(5)).toEqual({ type: "10", ft: 1 });
  });

  test("the first counts for another", () => {
    expect(found.get(-76)).toEqual({ type: "-1", ft: 0 });
  });
});

test("a single signal is kept", () => {
  expect(signalsByIndex({ bars: [now], amaSignals: [entry(5, 3)] }).get(5)).toEqual({ type: "3", ft: 0 });
});

test("a zero of yesterday's bar keeps today's signal from painting it", () => {
  const found = signalsByIndex({ bars: [before, now], amaSignals: [entry(5, 0), entry(5, 1)] });
  expect(found.has(-76)).toBe(false);
  expect(found.get(5)?.type).toBe("1");
});

test("a number that is no signal paints nothing", () => {
  expect(signalsByIndex({ bars: [now], amaSignals: [entry(5, 4)] }).size).toBe(0);
});

test("every signal has its own colour, none the default bar colour", () => {
  const { colors } = DEFAULT_AMA.display;
  for (const type of SIGNAL_NUMBERS) expect(colorOf({ type, ft: 0 }, colors)).toBe(colors[type]);
  expect(colorOf(undefined, colors)).toBe("#404040");
});
