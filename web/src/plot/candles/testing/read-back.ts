/** What an exported drawing shows, read from its SVG alone: axes from their labels, prices from those axes. */
export interface ReadBack {
  header: string[];
  /** By bar number of the current session. */
  candles: Map<number, DrawnCandle>;
  levels: { color: string; price: number }[];
  /** Each piece of the EMA as bar and price. */
  ema: [bar: number, price: number][][];
  pixelsPerPoint: number;
  pixelsPerBar: number;
}

interface DrawnCandle {
  /** Prices at the ends of the wick and the body. */
  high: number;
  low: number;
  bodyTop: number;
  bodyFoot: number;
  /** In bars. */
  middle: number;
  width: number;
  fill: string;
  stroke: string | null;
}

const CANDLES = "1";
const LEVELS = "2";
/** Files are written in tenths of a pixel. */
const HALF_PIXEL = 0.5;

/** The drawn elements of an SVG document as plain values; it imports nothing, so that a page may run it. */
export interface SvgElements {
  isWellFormed: boolean;
  texts: { text: string; transform: string; style: string }[];
  /** Lines and boxes of the series, each path with its series' place among the series. */
  paths: { series: string; d: string; fill: string; stroke: string | null }[];
  /** The path of the EMA, a line series. */
  ema: string;
}

export function svgElements(svg: string): SvgElements {
  const root = new DOMParser().parseFromString(svg, "image/svg+xml");
  const all = (selector: string) => [...root.querySelectorAll(selector)];
  return {
    isWellFormed: root.querySelector("parsererror") === null,
    texts: all("text").map((text) => ({
      text: text.textContent ?? "",
      transform: text.getAttribute("transform") ?? "",
      style: text.getAttribute("style") ?? "",
    })),
    paths: all("path[ecmeta_series_index]").map((path) => ({
      series: path.getAttribute("ecmeta_series_index") ?? "",
      d: path.getAttribute("d") ?? "",
      fill: path.getAttribute("fill") ?? "",
      stroke: path.getAttribute("stroke"),
    })),
    ema: root.querySelector("path[stroke-linejoin]")?.getAttribute("d") ?? "",
  };
}

export function readBack({ texts: written, paths, ema }: SvgElements): ReadBack {
  const texts = written.map(readText);
  const perBar = lineThrough(
    texts
      .filter(({ text, size }) => size === 11 && /^\d{1,2}$/.test(text))
      .map(({ x, text }) => [x, Number(text)]),
  );
  const left = Math.min(...texts.filter(({ text }) => PRICE.test(text)).map(({ x }) => x));
  const prices = texts.filter(({ x, text }) => PRICE.test(text) && x === left);
  const perPoint = lineThrough(prices.map(({ y, text }) => [y, Number(text.replaceAll(",", ""))]));
  return {
    header: texts.filter(({ y }) => y < 60).map(({ text }) => text),
    candles: readCandles(linesOf(paths, CANDLES), perBar, perPoint),
    levels: linesOf(paths, LEVELS).map(({ stroke, points }) => ({
      color: stroke ?? "",
      price: perPoint.at(points[0]?.[1] ?? Number.NaN),
    })),
    ema: pieces(ema).map((points) => points.map(([x, y]) => [perBar.at(x), perPoint.at(y)])),
    pixelsPerPoint: Math.abs(1 / perPoint.slope),
    pixelsPerBar: 1 / perBar.slope,
  };
}

const PRICE = /^[\d,]+\.\d\d$/;

type Line = { at: (pixel: number) => number; slope: number };
type Pair = [number, number];

/** The straight line through the two points that lie farthest apart. */
function lineThrough(points: Pair[]): Line {
  const sorted = points.toSorted((a, b) => a[0] - b[0]);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (!first || !last || first === last) throw new Error("an axis needs two labels");
  const slope = (last[1] - first[1]) / (last[0] - first[0]);
  return { slope, at: (pixel) => first[1] + (pixel - first[0]) * slope };
}

/** Every body with the wick at its middle. */
function readCandles(drawn: DrawnPath[], perBar: Line, perPoint: Line): Map<number, DrawnCandle> {
  const wicks = drawn.filter(({ points }) => points.length <= 2);
  const candles = new Map<number, DrawnCandle>();
  for (const body of drawn.filter(({ points }) => points.length > 2)) {
    const wick = wicks.find((each) => Math.abs(middleOf(each) - middleOf(body)) <= HALF_PIXEL);
    if (!wick) throw new Error(`no wick is at ${middleOf(body)}`);
    const candle = readCandle(wick, body, perBar, perPoint);
    candles.set(Math.round(candle.middle), candle);
  }
  return candles;
}

function middleOf({ points }: DrawnPath): number {
  const xs = points.map(([x]) => x);
  return (Math.min(...xs) + Math.max(...xs)) / 2;
}

interface DrawnPath {
  fill: string;
  stroke: string | null;
  points: Pair[];
}

function readCandle(wick: DrawnPath, body: DrawnPath, perBar: Line, perPoint: Line): DrawnCandle {
  const heights = wick.points.map(([, y]) => y);
  const xs = body.points.map(([x]) => x);
  const ys = body.points.map(([, y]) => y);
  const { fill, stroke } = body;
  const outline = stroke === null ? 0 : 1;
  return {
    high: perPoint.at(Math.min(...heights)),
    low: perPoint.at(Math.max(...heights)),
    bodyTop: perPoint.at(Math.min(...ys)),
    bodyFoot: perPoint.at(Math.max(...ys)),
    middle: perBar.at(wick.points[0]?.[0] ?? Number.NaN),
    width: (Math.max(...xs) - Math.min(...xs) + outline) * perBar.slope,
    fill,
    stroke,
  };
}

function linesOf(paths: SvgElements["paths"], wanted: string): DrawnPath[] {
  return paths
    .filter(({ series }) => series === wanted)
    .flatMap(({ d, fill, stroke }) => pieces(d).map((points) => ({ fill, stroke, points })));
}

/** The corners of each piece of a path of straight lines: M and L absolute, l relative. */
function pieces(d: string): Pair[][] {
  return d.split(/(?=M)/).map(corners);
}

function corners(d: string): Pair[] {
  let at: Pair = [0, 0];
  return [...d.matchAll(/([MLl])([^MLlZ]+)/g)].map(([, command, numbers = ""]) => {
    const [x, y] = pairs(numbers)[0] ?? [Number.NaN, Number.NaN];
    at = command === "l" ? [at[0] + x, at[1] + y] : [x, y];
    return at;
  });
}

function pairs(text: string): Pair[] {
  const numbers = text.match(/-?[\d.]+/g)?.map(Number) ?? [];
  return Array.from({ length: numbers.length / 2 }, (_, i) => [numbers[2 * i] ?? 0, numbers[2 * i + 1] ?? 0]);
}

function readText({ text, transform, style }: SvgElements["texts"][number]) {
  const [x = 0, y = 0] = pairs(transform)[0] ?? [];
  const size = Number(/(\d+(?:\.\d+)?)px/.exec(style)?.[1]);
  return { x, y, size, text };
}
