import type { ChartDay } from "../day";

export interface Span {
  from: number;
  to: number;
}

/**
 * What part of the day is in view: `x` in bar indices (bar i is centred on i and one unit wide), `y` in parts of
 * the fitted price range (0 its foot, 1 its top), so that a view outlives a change of day.
 */
export interface Viewport {
  x: Span;
  y: Span;
}

/** In CSS pixels from the chart's upper left corner. */
export interface Rect {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Bars and prices to pixels of the chart and back; fractions of bars are kept. */
export interface Scale {
  plot: Rect;
  /** Prices at the plot's foot and top. */
  prices: Span;
  /** Bar indices at the plot's left and right edge. */
  bars: Span;
  /** Pixels from one bar to the next. */
  spacing: number;
  barAt: (x: number) => number;
  priceAt: (y: number) => number;
  xOf: (index: number) => number;
  yOf: (price: number) => number;
}

/** Overlays of the chart read this: it changes with every frame of a zoom. */
export interface ChartFrame extends Scale {
  day: ChartDay;
  viewport: Viewport;
  width: number;
  height: number;
}

/** The drawn chart as a file's content, without what overlays it. */
export interface ChartPicture {
  width: number;
  height: number;
  /** A whole SVG document with colours written out. */
  svg: string;
  /** What the drawing was drawn in. */
  frame: ChartFrame;
}
