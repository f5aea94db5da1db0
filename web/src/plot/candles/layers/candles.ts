import type { ChartBar } from "@/api/generated";
import { type ChartTheme, isFaint } from "../theme";
import type { Rect, Scale } from "../viewport/frame";
import { BODY_SHARE } from "../viewport/hover";

export interface Paint {
  color: string;
  hasSignal: boolean;
}

/** What of a bar a candle is drawn of. */
export type Prices = Pick<ChartBar, "index" | "open" | "high" | "low" | "close">;

/** A candle in pixels. */
export interface Candle {
  wick: { x: number; top: number; bottom: number };
  body: Rect;
  fill: string;
  stroke: string;
  /** Width of the body's outline; 0 is none. */
  outline: number;
}

/** Bodies narrower than this are not moved to whole pixels. */
const CRISP = 3;
/** The most of a body's width that each side of its outline takes. */
const OUTLINE_SHARE = 0.25;

/**
 * A bar's candle: its body is 80 % of the way to the next bar, on whole pixels where there is room. A signal
 * fills the body with its colour; without one a bar that closed above its open is hollow, any other solid. A colour
 * that would be lost on the surface is outlined in the theme's edge colour; a body of one line is all outline.
 */
export function candleOf(bar: Prices, paint: Paint, scale: Scale, theme: ChartTheme): Candle {
  const { color, hasSignal } = paint;
  const width = bodyWidth(scale.spacing);
  const x = width < CRISP ? scale.xOf(bar.index) : crisp(scale.xOf(bar.index));
  const top = crisp(scale.yOf(Math.max(bar.open, bar.close)));
  const bottom = crisp(scale.yOf(Math.min(bar.open, bar.close)));
  const isLine = bottom - top <= 1;
  const inside = bar.close > bar.open && !hasSignal ? theme.surface : color;
  const stroke = isFaint(color, theme.surface) ? theme.edge : color;
  return {
    wick: { x, top: crisp(scale.yOf(bar.high)), bottom: crisp(scale.yOf(bar.low)) },
    body: {
      left: x - width / 2,
      top: top === bottom ? top - 0.5 : top,
      width,
      height: Math.max(1, bottom - top),
    },
    fill: isLine ? stroke : inside,
    stroke,
    outline: isLine || stroke === inside ? 0 : Math.min(1, width * OUTLINE_SHARE),
  };
}

/** An odd number of pixels, so that a body is centred on its wick. */
function bodyWidth(spacing: number): number {
  const width = spacing * BODY_SHARE;
  return width < CRISP ? width : 2 * Math.round((width - 1) / 2) + 1;
}

/** The middle of the pixel that holds `at`: a thin line there is drawn sharp. */
export function crisp(at: number): number {
  return Math.round(at - 0.5) + 0.5;
}
