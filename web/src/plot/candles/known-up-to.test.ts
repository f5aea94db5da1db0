// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import type { ChartBar } from "@/api/generated";
import { type ChartDay, knownUpTo } from "./day";
import { dayWords } from "./day-words";
import { aDay, aModel } from "./fixtures";
import { emaWarnings } from "./layers/ema";
import { candleOption } from "./layers/option";
import { pictureOf } from "./picture";
import { svgElements } from "./testing/read-back";
import { dayLabel } from "./words";

const SIGNALS = { 1: 1, 3: 10, 13: -2, 30: 5, 66: -10, 81: 3 };

function picture(day: ChartDay) {
  const model = aModel(day);
  return svgElements(pictureOf(candleOption(model), model.width, model.height).svg);
}

/** The candles in a picture: a piece of the path of wicks each. */
function candlesIn({ paths }: ReturnType<typeof picture>): number {
  const wicks = paths.filter(({ series, fill }) => series === "1" && fill === "none");
  return wicks.flatMap(({ d }) => d.match(/M/g) ?? []).length;
}

/** All that the chart draws and says of a day. */
const shownOf = (day: ChartDay) => [picture(day), dayLabel(day), dayWords(day, undefined), emaWarnings(day)];

/** The same day with another rest: other prices, no bar 65, other signals, and in the end quarantined. */
function withOtherRest(day: ChartDay, bar: number): ChartDay {
  const isLater = (at: Pick<ChartBar, "session" | "bar_number">) =>
    at.session === "current" && at.bar_number > bar;
  const moved = ({ open, high, low, close, ...rest }: ChartBar): ChartBar => ({
    ...rest,
    ...{ open: open + 90, high: high + 90, low: low - 90, close: close - 90, ema: null },
  });
  return {
    ...day,
    bars: day.bars
      .filter((each) => !(isLater(each) && each.bar_number === 65))
      .map((each) => (isLater(each) ? moved(each) : each)),
    amaSignals: day.amaSignals.map((each) => (isLater(each) ? { ...each, signal_type: -5 } : each)),
    referenceLines: { ...day.referenceLines, ...(bar < 0 && { open: 5300 }) },
    metadata: { ...day.metadata, kind: "quarantined", reason: "80 bars", totalBars: 80, amaSignalCount: 60 },
  };
}

describe.each([-1, 0, 1, 12, 64])("a day known up to bar %d", (bar) => {
  const whole = aDay({ signals: SIGNALS });
  const day = knownUpTo(whole, bar);

  it("is drawn and told the same, whatever came later", () => {
    const other = knownUpTo(withOtherRest(whole, bar), bar);
    const full = { ...other, metadata: { ...other.metadata, kind: "full" as const, reason: null } };
    expect(shownOf(full)).toEqual(shownOf(day));
    expect(dayWords(other, undefined)).toEqual(dayWords(day, undefined));
  });

  it("draws and counts every bar up to it", () => {
    const bars = whole.bars.filter(({ index }) => index >= 1 && index <= bar);
    const lastOfTheDayBefore = 1;
    expect(candlesIn(picture(day))).toBe(lastOfTheDayBefore + bars.length);
    expect(dayWords(day, undefined)[0]).toBe(
      `Bars from ${Math.max(0, bar) + 1} on are hidden: not known yet.`,
    );
    expect(day.metadata.totalBars).toBe(bars.length);
    const signals = Object.keys(SIGNALS).filter((number) => Number(number) <= bar);
    expect(day.metadata.amaSignalCount).toBe(signals.length);
  });

  it("names its date, and no open before it", () => {
    expect(picture(day).texts.map(({ text }) => text)).toContain("Date: 2024-05-03");
    expect(day.referenceLines.open).toBe(bar < 0 ? null : 5206);
  });
});

it("a day that is over by the bar is whole", () => {
  const half = aDay({ current: 42 });
  expect(knownUpTo(half, 54)).toBe(half);
  expect(knownUpTo(half, null)).toBe(half);
  expect(dayWords(knownUpTo(half, 41), undefined)).toContain("Half day.");
});
