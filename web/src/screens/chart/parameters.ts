import { readOrder } from "@/address/days-slice";
import { json, parameter, text } from "@/address/parameters";
import type { Viewport } from "@/plot/candles/viewport/frame";
import { isNear, limited, OPENING } from "@/plot/candles/viewport/viewport";

/** A part of the day as `12.5,40.5,0.1,0.8`: first and last bar, foot and top in parts of the fitted prices. */
function readZoom(given: string | null): Viewport | null {
  const [from = Number.NaN, to = Number.NaN, foot = Number.NaN, top = Number.NaN, ...more] =
    given?.split(",").map(Number) ?? [];
  const isView = from < to && foot < top && Number.isFinite(from + to + foot + top) && more.length === 0;
  return isView ? limited({ x: { from, to }, y: { from: foot, to: top } }) : null;
}

function writeZoom(view: Viewport | null): string | null {
  if (view === null || isNear(view, OPENING)) return null;
  const { x, y } = view;
  const ends = [x.from.toFixed(2), x.to.toFixed(2), y.from.toFixed(4), y.to.toFixed(4)];
  return ends.map(Number).join(",");
}

export const CHART = {
  /** A day that a link names; the chart opens it and then takes it out of the address. */
  date: text("date", { change: "replace" }),
  /** The order of Days in which a day was opened there; none by date. */
  order: json("order", readOrder, { change: "replace" }),
  /** The part of the day in view; none where all of it is. */
  zoom: parameter("zoom", readZoom, writeZoom, { change: "replace" }),
};
