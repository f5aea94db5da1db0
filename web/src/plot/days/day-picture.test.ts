import { describe, expect, it } from "vitest";
import type { DayBars } from "@/api/generated";
import { readTheme } from "../candles/theme";
import { DEFAULT_AMA } from "../settings/ama-settings";
import { DEFAULT_LINES } from "../settings/line-settings";
import { dayPicture, edgesOf, ownEdges, reachOf } from "./day-picture";
import { type Context2D, drawDay } from "./draw-day";
import { aDayOfBars } from "./testing/days";

const theme = readTheme({ getPropertyValue: () => "" });
const candle = DEFAULT_AMA.display.colors["0"];
const look = { theme, candle, lines: DEFAULT_LINES };
/** Pixels that the names of levels take. */
const NAMES = 28;
const days = Array.from({ length: 20 }, (_, at) =>
  aDayOfBars(`2024-05-${String(at + 1).padStart(2, "0")}`, at + 1, { adr10: 40 + 3 * at }),
);

interface Filled {
  color: string;
  left: number;
  top: number;
  width: number;
  height: number;
}

type Size = Record<"width" | "height", number>;

const pictureOf = (day: DayBars, size: Size, reach: number | null, event: number | null = null) =>
  dayPicture(day, { ...size, ...edgesOf(day, reach), event, known: null, ratio: 1 });

/** What a canvas would be filled with. */
function recorded(
  day: DayBars,
  size: Size,
  reach: number | null,
  event: number | null = null,
  shown = look,
): Filled[] {
  const filled: Filled[] = [];
  const context: Context2D = {
    ...{ fillStyle: "", font: "", textBaseline: "middle", fillText: () => {} },
    fillRect: (left, top, width, height) =>
      void filled.push({ color: String(context.fillStyle), left, top, width, height }),
  };
  drawDay(context, pictureOf(day, size, reach, event), shown);
  return filled;
}

/** Where a price lies by the bars alone: the open in the middle, an edge `reach` ADR10 away. */
const heightOf = (ticks: number, day: DayBars, height: number, reach: number) =>
  height / 2 - ((ticks * day.tick) / (day.adr10 ?? Number.NaN) / reach) * (height / 2);

describe.each([
  { width: 560 + NAMES, height: 372 },
  { width: 190 + NAMES, height: 126 },
])("pictures of 20 days, $width pixels wide", (size) => {
  const reach = reachOf(days) ?? Number.NaN;
  const across = size.width - NAMES;

  it.each(days)("$date is its bars to a pixel", (day) => {
    const filled = recorded(day, size, reach);
    const bars = filled.filter(({ width, color }) => width < across / 81 && color !== theme.surface);
    const spans = day.o.map((_, bar) => {
      const middle = ((bar + 0.5) * across) / 81;
      return bars.filter(({ left, width }) => Math.abs(left + width / 2 - middle) <= 1);
    });
    expect(spans.map(({ length }) => length)).toEqual(day.o.map(() => 2));
    const prices = day.o.map((open, bar) => {
      const close = day.c[bar] ?? Number.NaN;
      return [day.h[bar], day.l[bar], Math.max(open, close), Math.min(open, close)];
    });
    const rows = spans.map((span) => span.flatMap(({ top, height }) => [top, top + height - 1]));
    const misses = prices.flatMap((own, bar) =>
      own.map((ticks = Number.NaN, at) =>
        Math.abs((rows[bar]?.[at] ?? Number.NaN) + 0.5 - heightOf(ticks, day, size.height, reach)),
      ),
    );
    expect(misses).toHaveLength(4 * 81);
    expect(Math.max(...misses)).toBeLessThanOrEqual(1);
  });

  it.each(days)("$date is whole pixels within the picture", (day) => {
    for (const { left, top, width, height } of recorded(day, size, reach)) {
      expect([left, top, width, height].every(Number.isInteger)).toBe(true);
      expect(top).toBeGreaterThanOrEqual(0);
      expect(top + height).toBeLessThanOrEqual(size.height);
    }
  });

  it("bars that closed higher are hollow where there is room, else half as strong", () => {
    const day = days[0] as DayBars;
    const picture = pictureOf(day, size, reach);
    const filled = recorded(day, size, reach);
    const up = picture.candles.filter(({ isUp }) => isUp);
    const tall = up.filter(({ body }) => body[3] > 2);
    const count = (color: string) => filled.filter((each) => each.color === color).length;
    expect([count(theme.surface), count("#a0a0a0")]).toEqual(
      size.width < 400 ? [0, 81 + up.length] : [tall.length, 0],
    );
  });

  it("levels lie at their prices, and one beyond the picture is not drawn", () => {
    const day = aDayOfBars("2024-05-03", 3, { hoy: 5030, loy: 4000, coy: 4990 });
    const filled = recorded(day, size, 1);
    const colorOf = (key: string) => DEFAULT_LINES.find((line) => line.key === key)?.color;
    const rowOf = (key: string) => filled.find(({ color }) => color === colorOf(key))?.top;
    expect(
      Math.abs((rowOf("hoy") ?? Number.NaN) + 0.5 - heightOf(120, day, size.height, 1)),
    ).toBeLessThanOrEqual(1);
    expect(
      Math.abs((rowOf("coy") ?? Number.NaN) + 0.5 - heightOf(-40, day, size.height, 1)),
    ).toBeLessThanOrEqual(1);
    expect(rowOf("loy")).toBeUndefined();
  });
});

it("the scale of a page is the farthest that a day with ADR10 goes, in ADR10", () => {
  const near = aDayOfBars("2024-05-02", 1, { h: [10], l: [-30], adr10: 10 });
  const far = aDayOfBars("2024-05-03", 1, { h: [100], l: [0], adr10: 20 });
  const unknown = aDayOfBars("2024-05-06", 1, { h: [900], l: [0], adr10: null });
  expect(reachOf([near, far, unknown])).toBe(1.25);
  expect(reachOf([unknown])).toBeNull();
  expect([near, far, unknown].map((day) => edgesOf(day, 1.25).to)).toEqual([50, 100, 900]);
});

it("a day that never left its open is one row", () => {
  const still = Array.from({ length: 81 }, () => 0);
  const day = aDayOfBars("2024-05-03", 1, { o: still, h: still, l: still, c: still, adr10: null });
  const { candles, open } = pictureOf(day, { width: 190, height: 126 }, null);
  expect(new Set(candles.map(({ body }) => `${body[1]} ${body[3]}`))).toEqual(new Set([`${open} 1`]));
});

describe("the event of the question", () => {
  const size = { width: 300, height: 200 };
  const day = days[0] as DayBars;
  const marks = (event: number | null) =>
    recorded(day, size, 2, event).filter(({ color }) => color === theme.data);

  it.each([1, 12, 34, 81])("is marked at bar %i, beside its high and no other bar", (bar) => {
    const tops = marks(bar);
    const column = Math.floor(((bar - 0.5) * (size.width - NAMES)) / 81);
    const middles = new Set(tops.map(({ left, width }) => left + (width - 1) / 2));
    if (bar > 1) expect([...middles]).toEqual([column]);
    const tip = tops.find(({ width }) => width === 1);
    expect(tip?.left).toBe(column);
    const foot = Math.max(...tops.map(({ top }) => top));
    const high = 100 - ((day.h[bar - 1] ?? 0) * day.tick * 100) / (2 * (day.adr10 ?? 1));
    expect(high - foot).toBeGreaterThan(1);
    expect(high - foot).toBeLessThan(8);
  });

  it.each([1, 2, 80, 81])("is whole at bar %i, in pictures with names and without", (bar) => {
    for (const width of [300, 140, 96]) {
      const { mark, candles } = pictureOf(day, { width, height: 64 }, 2, bar);
      expect(mark.map(([, , wide]) => wide)).toEqual([1, 3, 5, 7]);
      expect(mark[0]?.[0], "the tip is on the bar").toBe(candles[bar - 1]?.wick[0]);
      for (const [left, , wide] of mark) {
        expect(left).toBeGreaterThanOrEqual(0);
        expect(left + wide).toBeLessThanOrEqual(width);
      }
    }
  });

  it("is marked from below where its high is at the upper edge", () => {
    const tall = aDayOfBars("2024-05-03", 1, { adr10: null });
    const at = tall.h.indexOf(Math.max(...tall.h));
    const filled = recorded({ ...tall, l: tall.l.map((low) => Math.max(low, -1)) }, size, null, at + 1);
    const tops = filled.filter(({ color }) => color === theme.data).map(({ top }) => top);
    expect(Math.min(...tops)).toBeGreaterThan(0);
  });

  it("has no mark where it did not come", () => expect(marks(null)).toEqual([]));
});

it("levels are softer in a low picture", () => {
  const [day] = days as [DayBars];
  const colors = (height: number) => {
    const own = new Set(recorded(day, { width: 96, height }, 2).map(({ color }) => color));
    return DEFAULT_LINES.filter(({ visible, color }) => visible && own.has(color)).map(({ key }) => key);
  };
  expect(colors(126)).toEqual(expect.arrayContaining(["hoy", "loy", "coy"]));
  expect(colors(28)).toEqual([]);
});

it.each([
  ["light", theme, candle],
  ["dark", { ...theme, surface: "#14181f", edge: "#c3ccd9" }, candle],
  ["dark with bright candles", { ...theme, surface: "#14181f", edge: "#c3ccd9" }, "#ffcc00"],
])("a bar that fell has the darker body, %s, and each body an edge that is seen", (_, given, color) => {
  const seen = (hex: string) =>
    [1, 3, 5].reduce((sum, at) => sum + Number.parseInt(hex.slice(at, at + 2), 16), 0);
  for (const width of [600, 200]) {
    const size = { width, height: 300 };
    const flat = (close: number) => Array.from({ length: 81 }, () => close);
    const bodies = [10, -10].map((close) => {
      const day = aDayOfBars("2024-05-03", 1, {
        ...{ o: flat(0), c: flat(close), h: flat(Math.max(close, 0)), l: flat(Math.min(close, 0)) },
        ...{ adr10: null, hoy: null, loy: null, coy: null },
      });
      const filled = recorded(day, size, null, null, { theme: given, candle: color, lines: DEFAULT_LINES });
      return filled.at(-1)?.color ?? "";
    });
    const [up = "", down = ""] = bodies;
    expect(seen(down)).toBeLessThan(seen(up));
  }
});

it("a picture by its own scale begins at its low and ends at its high", () => {
  expect(ownEdges({ o: [0], h: [8], l: [-3], c: [5] })).toEqual({ from: -3, to: 8 });
  expect(ownEdges({ o: [4], h: [8], l: [4], c: [5] })).toEqual({ from: 0, to: 8 });
});
