import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import type { ChartAnswer } from "../../web/src/api/generated";
import { type ReadBack, readBack, svgElements } from "../../web/src/plot/candles/testing/read-back";
import { DEFAULT_AMA } from "../../web/src/plot/settings/ama-settings";
import { DEFAULT_LINES } from "../../web/src/plot/settings/line-settings";
import { FEW_CARDS } from "./address";
import type { Api } from "./api";
import { Chart } from "./chart";
import { expect, readElsewhere, test } from "./test";

const DAYS = 20;
const COLORS: Record<string, string> = DEFAULT_AMA.display.colors;
const MEANINGS: Record<number, string> = {
  1: "Bull breakout",
  [-1]: "Bear breakout",
  2: "Bull climax",
  [-2]: "Bear climax",
  3: "Bull outside bar",
  [-3]: "Bear outside bar",
  5: "Bull big breakout",
  [-5]: "Bear big breakout",
  10: "Bull follow-through",
  [-10]: "Bear follow-through",
};
const SURFACE = "#FFFFFF";

/** Days from first to last, a half day and the latest roll session. */
async function someDays(api: Api, symbol: string): Promise<string[]> {
  const { availableDates } = (await api.day({}, { symbol })).navigation;
  const step = (availableDates.length - 1) / (DAYS - 1);
  const spread = Array.from({ length: DAYS }, (_, i) => availableDates[Math.round(i * step)] ?? "");
  const [half = ""] = (await api.summary(symbol)).snapshot.short_sessions;
  return [...spread, half, await lastRoll(api, symbol, availableDates)];
}

async function lastRoll(api: Api, symbol: string, dates: string[]): Promise<string> {
  for (const date of dates.toReversed()) {
    const { metadata } = await api.day({}, { symbol, selected_date: date });
    if (metadata.is_roll) return date;
  }
  throw new Error(`${symbol} has no roll session`);
}

interface File extends ReadBack {
  texts: string[];
}

async function exported(page: Page): Promise<File> {
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export SVG" }).click();
  const svg = await readFile(await (await download).path(), "utf8");
  const elements = await readElsewhere(page, svgElements, svg);
  expect(elements.isWellFormed).toBe(true);
  return { ...readBack(elements), texts: elements.texts.map(({ text }) => text) };
}

/** Every way in which the file is more than a pixel from the day the service answered. */
function faults(read: ReadBack, day: ChartAnswer): string[] {
  return [
    ...barFaults(read, day),
    ...signalFaults(read, day),
    ...levelFaults(read, day),
    ...emaFaults(read, day),
  ];
}

const currentBars = ({ bars }: ChartAnswer) => bars.filter(({ session }) => session === "current");

function barFaults({ candles, pixelsPerPoint, pixelsPerBar }: ReadBack, day: ChartAnswer): string[] {
  return currentBars(day).flatMap(({ index, open, high, low, close }) => {
    const candle = candles.get(index);
    if (!candle) return [`bar ${index} is not drawn`];
    const pixels = {
      high: (candle.high - high) * pixelsPerPoint,
      low: (candle.low - low) * pixelsPerPoint,
      top: (candle.bodyTop - Math.max(open, close)) * pixelsPerPoint,
      foot: (candle.bodyFoot - Math.min(open, close)) * pixelsPerPoint,
      middle: (candle.middle - index) * pixelsPerBar,
      width: (candle.width - 0.8) * pixelsPerBar,
    };
    return Object.entries(pixels).flatMap(([part, off]) =>
      Math.abs(off) <= 1.001 ? [] : [`bar ${index}: ${part} is ${off} px off`],
    );
  });
}

function signalFaults({ candles, pixelsPerPoint }: ReadBack, day: ChartAnswer): string[] {
  const signals = new Map(day.amaSignals.map(({ index, signal_type }) => [index, signal_type]));
  return currentBars(day).flatMap(({ index, open, close }) => {
    const { fill, bodyTop = 0, bodyFoot = 0 } = candles.get(index) ?? {};
    const isHollow = close > open && (bodyTop - bodyFoot) * pixelsPerPoint > 1.001;
    const expected = fillOf(signals.get(index) ?? 0, isHollow);
    return fill === expected ? [] : [`bar ${index} is filled with ${fill}, not ${expected}`];
  });
}

/** The signal's colour; without one hollow where the bar rose by more than a line, the default colour elsewhere. */
function fillOf(signal: number, isHollow: boolean): string {
  return signal === 0 && isHollow ? SURFACE : (COLORS[String(signal)] ?? "");
}

function levelFaults({ levels, pixelsPerPoint }: ReadBack, day: ChartAnswer): string[] {
  const priceOf = ({ key }: (typeof DEFAULT_LINES)[number]) => day.referenceLines[key] ?? 0;
  const isDrawn = (line: (typeof DEFAULT_LINES)[number], { color, price }: ReadBack["levels"][number]) =>
    color === line.color && Math.abs(price - priceOf(line)) * pixelsPerPoint <= 1;
  const missing = DEFAULT_LINES.filter(
    (line) => isNear(priceOf(line), day) && !levels.some((level) => isDrawn(line, level)),
  );
  const wrong = levels.filter((level) => !DEFAULT_LINES.some((line) => isDrawn(line, level)));
  return [
    ...missing.map(({ label }) => `${label} is not at its price`),
    ...wrong.map(({ color, price }) => `${color} at ${price} is no level`),
  ];
}

/** Whether a level is at most a quarter of the session's range away from it: farther ones are left out. */
function isNear(level: number, day: ChartAnswer): boolean {
  const prices = currentBars(day).flatMap(({ low, high, ema }) => (ema ? [low, high, ema] : [low, high]));
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const reach = (high - low) / 4;
  return level > 0 && level >= low - reach && level <= high + reach;
}

function emaFaults({ ema, pixelsPerPoint }: ReadBack, day: ChartAnswer): string[] {
  const drawn = new Map(ema.flat().map(([bar, price]) => [Math.round(bar), price]));
  return currentBars(day).flatMap((bar) => {
    const off = ((drawn.get(bar.index) ?? Number.NaN) - (bar.ema ?? 0)) * pixelsPerPoint;
    return Math.abs(off) <= 1 ? [] : [`the EMA of bar ${bar.index} is ${off} px off`];
  });
}

/** What the file does not say of its day: instrument, date, whose prices, half day, roll, and each signal's colour. */
function unsaid({ texts }: File, { metadata, amaSignals }: ChartAnswer, isSample: boolean): string[] {
  const { symbol, currentDate, kind, is_roll } = metadata;
  const said = texts.join(" ");
  const painted = new Set(amaSignals.map(({ signal_type }) => MEANINGS[signal_type]));
  const words = [
    `${symbol}, ${currentDate}, `,
    "No active filters",
    "EMA",
    ...(kind === "short" ? ["Half day: "] : []),
    ...(is_roll ? ["Roll session"] : []),
    ...[...painted].flatMap((meaning) => (meaning === undefined ? [] : [meaning])),
  ];
  const missing = words.filter((word) => !said.includes(word));
  return said.includes("made-up prices") === isSample ? missing : [...missing, "whose prices these are"];
}

for (const symbol of ["DEMO", "ES"]) {
  test(`exported files of ${symbol} equal bars, levels, EMA and signals to one pixel`, async ({
    page,
    dashboard,
    api,
  }) => {
    test.slow();
    const { symbols } = await api.summary();
    test.skip(!symbols.includes(symbol), `${symbol} is not in this warehouse`);
    await dashboard.enter(FEW_CARDS);
    const chart = new Chart(page);
    await chart.open();
    if (symbols.length > 1) await page.getByRole("combobox", { name: "Instrument" }).selectOption(symbol);
    await page.getByRole("checkbox", { name: "AMA OFF" }).check();
    for (const date of await someDays(api, symbol)) {
      const day = await api.day({}, { symbol, selected_date: date, ama_config: { climax_factor: 1.5 } });
      if (await chart.date.locator(`option[value="${date}"]`).count()) await chart.date.selectOption(date);
      else await page.goto(`/chart?date=${date}`);
      await chart.shows(date);
      await expect(page.getByText(`${day.metadata.amaSignalCount} AMA signal`)).toBeVisible();
      const read = await exported(page);
      expect(read.header[0]).toBe(`Date: ${date}`);
      expect(faults(read, day), date).toEqual([]);
      expect(unsaid(read, day, symbol === "DEMO"), date).toEqual([]);
    }
  });
}
