import type { Shape } from "@/kept/drawings/drawings";
import { escaped } from "@/lib/text/xml";
import type { Scale } from "@/plot/candles/viewport/frame";
import { inkOf, outlineOf } from "./outline";

/** Colours written out: a file has no page around it. */
interface InkColors {
  line: string;
  halo: string;
}

/** The drawings as elements of SVG over a chart of this scale, cut off at its plot; nothing where there are none. */
export function drawingsMarkup(shapes: readonly Shape[], scale: Scale, colors: InkColors): string {
  const shown = shapes.filter(({ isHidden }) => !isHidden);
  if (shown.length === 0) return "";
  const { left: x, top: y, width, height } = scale.plot;
  const drawn = shown.map((shape) => elementOf(shape, scale, colors)).join("");
  return (
    `<clipPath id="drawing-area"><rect ${attributes({ x, y, width, height })}/></clipPath>` +
    `<g data-part="drawings" clip-path="url(#drawing-area)">${drawn}</g>`
  );
}

const WORDS = {
  "dominant-baseline": "central",
  "font-size": 13,
  "font-weight": 600,
  "paint-order": "stroke",
};

function elementOf(shape: Shape, scale: Scale, { line, halo }: InkColors): string {
  const outline = outlineOf(shape, scale);
  const { color: fill = line, width, dashes } = inkOf(shape);
  if (outline.tag === "text") {
    const { tag, children, ...place } = outline;
    const look = { ...place, ...WORDS, fill, stroke: halo, "stroke-width": 3 };
    return `<${tag} ${attributes(look)}>${escaped(children)}</${tag}>`;
  }
  const { tag, ...place } = outline;
  const stroke = { stroke: fill, "stroke-width": width, "stroke-dasharray": dashes };
  return `<${tag} ${attributes({ ...place, ...stroke, fill, "fill-opacity": 0.1 })}/>`;
}

function attributes(values: Record<string, number | string>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}="${typeof value === "number" ? Math.round(value * 100) / 100 : value}"`)
    .join(" ");
}
