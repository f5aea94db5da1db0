// @vitest-environment jsdom
import { describe, expect, test } from "vitest";
import type { ChartBar } from "@/api/generated";
import { DEFAULT_AMA } from "../../settings/ama-settings";
import { DEFAULT_LINES } from "../../settings/line-settings";
import { barsOf, type ChartDay } from "../day";
import { aDay, aModel, type GivenModel } from "../fixtures";
import { pictureOf } from "../picture";
import { type ReadBack, readBack, svgElements } from "../testing/read-back";
import { candleOption } from "./option";
import { colorOf, signalsByIndex } from "./signals";

const LIGHT = aModel(aDay()).theme;
const DARK = { ...LIGHT, surface: "#171C24", ink: "#E8ECF2", edge: "#B7C0CC" };

function svgOf(day: ChartDay, given?: GivenModel): string {
  const model = aModel(day, given);
  return pictureOf(candleOption(model), model.width, model.height).svg;
}

function documentOf(day: ChartDay, given?: GivenModel): Document {
  return new DOMParser().parseFromString(svgOf(day, given), "image/svg+xml");
}

function readDay(day: ChartDay, given?: GivenModel): ReadBack {
  return readBack(svgElements(svgOf(day, given)));
}

/** Whether the drawn candle is the bar's, to one pixel. */
function expectDrawn({ candles, pixelsPerPoint }: ReadBack, bar: ChartBar) {
  const candle = candles.get(bar.index);
  const near = (price: number) => ({ at: price, off: 1 / pixelsPerPoint });
  const [top, foot] = [Math.max(bar.open, bar.close), Math.min(bar.open, bar.close)];
  const drawn = [candle?.high, candle?.low, candle?.bodyTop, candle?.bodyFoot];
  for (const [i, { at, off }] of [bar.high, bar.low, top, foot].map(near).entries())
    expect(Math.abs((drawn[i] ?? Number.NaN) - at), `bar ${bar.index}, part ${i}`).toBeLessThanOrEqual(
      1.001 * off,
    );
}

const SIGNALS = { 2: 1, 3: 10, 7: -1, 8: -10, 12: 2, 20: -2, 30: 3, 33: -3, 50: 5, 60: -5 };
const DAYS: [string, ChartDay][] = [
  ["a full day", aDay({ signals: SIGNALS })],
  ["a half day", aDay({ current: 45, signals: SIGNALS })],
  ["a day after a half day", aDay({ previous: 45, signals: SIGNALS })],
  ["a day without a day before it", aDay({ previous: 0 })],
  ["a roll session", aDay({ metadata: { is_roll: true }, levels: { hoy: null, loy: null, coy: null } })],
];

describe.each(DAYS)("the exported drawing of %s", (_name, day) => {
  const read = readDay(day);
  const current = day.bars.filter((bar) => bar.session === "current");
  const signals = signalsByIndex(day);

  test("shows every bar of the session, to one pixel", () => {
    for (const bar of current) expectDrawn(read, bar);
  });

  test("shows bodies over 80 % of the way from bar to bar, centred on their bar", () => {
    for (const { index } of current) {
      const candle = read.candles.get(index);
      expect(Math.abs((candle?.width ?? 0) - 0.8) * read.pixelsPerBar).toBeLessThanOrEqual(1);
      expect(Math.abs((candle?.middle ?? 0) - index) * read.pixelsPerBar).toBeLessThanOrEqual(0.51);
    }
  });

  test("paints each bar by its signal", () => {
    for (const { index, open, close } of current) {
      const { fill, stroke } = read.candles.get(index) ?? {};
      const isHollow = close > open && !signals.get(index);
      expect(isHollow ? stroke : fill).toBe(colorOf(signals.get(index), DEFAULT_AMA.display.colors));
    }
  });

  test("shows the levels that are known, each in its colour at its price", () => {
    const known = DEFAULT_LINES.flatMap(({ key, color }) => {
      const price = day.referenceLines[key];
      return price === null ? [] : [{ color, price }];
    });
    const shown = read.levels;
    expect(shown).toHaveLength(known.length);
    for (const { color, price } of known) {
      const off = shown
        .filter((level) => level.color === color)
        .map((level) => Math.abs(level.price - price));
      expect(Math.min(...off) * read.pixelsPerPoint, color).toBeLessThanOrEqual(0.51);
    }
  });

  test("shows the EMA of the session", () => {
    const points = new Map(read.ema.flat().map(([bar, price]) => [Math.round(bar), price]));
    for (const { index, ema } of current) expect(points.get(index)).toBeCloseTo(ema ?? 0, 1);
  });
});

test("the document is well formed, has its own background and writes its colours out", () => {
  const svg = documentOf(aDay(), { filters: ['Gap "A" & <B> = true'] });
  expect(svg.querySelector("parsererror")).toBeNull();
  expect(svg.querySelector("rect")?.getAttribute("fill")).toBe("#FFFFFF");
  expect(svg.documentElement.outerHTML).not.toContain("var(");
});

test("the header says date, filters and symbol", () => {
  const day = aDay({ metadata: { symbol: "NQ" } });
  const { header } = readDay(day, { filters: ["Gap Up = true", "Gap Size 5 to 20"] });
  expect(header).toEqual(["Date: 2024-05-03", "Filters: Gap Up = true | Gap Size 5 to 20", "NQ"]);
  expect(readDay(aDay()).header[1]).toBe("No active filters");
});

test("without signals every bar has the default colour", () => {
  const { candles } = readDay(aDay({ signals: SIGNALS }), { signals: new Map() });
  expect(new Set([...candles.values()].map(({ stroke, fill }) => stroke ?? fill))).toEqual(
    new Set(["#404040"]),
  );
});

test("a signal fills its bar; without one a bar that closed above its open is hollow, any other solid", () => {
  const day = aDay({ signals: { 3: 1, 4: 1, 5: 1, 6: 1 } });
  const { candles } = readDay(day);
  for (const { index, open, close } of barsOf(day, "current")) {
    const plain = close > open ? "#FFFFFF" : "#404040";
    expect(candles.get(index)?.fill).toBe(index >= 3 && index <= 6 ? "#0080FF" : plain);
  }
});

describe("on a phone", () => {
  const drawn = (theme = LIGHT) => readDay(aDay(), { width: 390, height: 640, theme }).candles;

  test.each([LIGHT, DARK])("every body is seen, and rising ones are told from falling ones", (theme) => {
    const bodies = drawn(theme);
    for (const { index, open, close } of barsOf(aDay(), "current")) {
      const { fill, stroke } = bodies.get(index) ?? {};
      expect(stroke ?? fill, `bar ${index}`).toBe(theme === DARK ? "#B7C0CC" : "#404040");
      if (close > open + 2) expect(fill, `bar ${index}`).toBe(theme.surface);
    }
  });

  test("an outline leaves the inside of its body free", () => {
    const outlined = documentOf(aDay(), { width: 390, height: 640 }).querySelectorAll(
      'path[ecmeta_series_index="1"][fill="#FFFFFF"]',
    );
    expect(outlined).toHaveLength(1);
    for (const bodies of outlined) expect(Number(bodies.getAttribute("stroke-width"))).toBeLessThan(1);
  });
});

test("a body of one line keeps its colour", () => {
  const day = aDay();
  const bars = day.bars.map((bar) => ({ ...bar, close: bar.open + 0.01 }));
  const { candles } = readDay({ ...day, bars });
  expect(new Set([...candles.values()].map(({ fill }) => fill))).toEqual(new Set(["#404040"]));
});

test("where the surface is dark, dark bars have a light outline and keep their colour", () => {
  const { candles } = readDay(aDay(), { theme: DARK });
  const solid = [...candles.values()].find(({ fill }) => fill === "#404040");
  expect(solid?.stroke).toBe("#B7C0CC");
});

test("the EMA line is 2 wide with an opacity of 0.8, in the colour of the settings", () => {
  const line = documentOf(aDay(), { emaColor: "#AA00AA" }).querySelector("path[stroke-linejoin]");
  expect(line?.getAttribute("stroke")).toBe("#AA00AA");
  expect(line?.getAttribute("stroke-width")).toBe("2");
  expect(line?.getAttribute("stroke-opacity")).toBe("0.8");
});

test("panned left it shows the session before, to one pixel", () => {
  const day = aDay();
  const view = { x: { from: -89.5, to: 0.5 }, y: { from: -0.6, to: 1.4 } };
  const { candles, ...read } = readDay(day, { view });
  const renumbered = new Map([...candles].map(([number, candle]) => [number - 81, candle]));
  const previous = day.bars.filter((bar) => bar.session === "previous");
  expect(previous).toHaveLength(81);
  for (const bar of previous) expectDrawn({ ...read, candles: renumbered }, bar);
});

test("zoomed ten times and at a tenth it is drawn without fault", () => {
  for (const view of [
    { x: { from: 40, to: 49 }, y: { from: 0.45, to: 0.55 } },
    { x: { from: -405, to: 495 }, y: { from: -4.5, to: 5.5 } },
  ])
    expect(documentOf(aDay(), { view, width: 360, height: 500 }).querySelector("parsererror")).toBeNull();
});

test("a text of a level stands in ink, whatever the line's colour", () => {
  const label = [...documentOf(aDay()).querySelectorAll("text")].find(
    ({ textContent }) => textContent === "Open",
  );
  expect(label?.getAttribute("fill")).toBe(LIGHT.ink);
});

test("lines take their time only where they are told to", () => {
  const series = (lineMs: number) => [candleOption(aModel(aDay(), { lineMs })).series].flat()[2];
  expect(series(300)).toMatchObject({ id: "levels", animation: true, animationDurationUpdate: 300 });
  expect(series(0)).toMatchObject({ animation: false });
});
