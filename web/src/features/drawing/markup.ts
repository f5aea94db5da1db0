import type { Scale } from "@/charts/candles/viewport/frame";
import { escaped } from "@/lib/text/xml";
import { inkOf, outlineOf } from "./outline";
import type { Shape } from "./state/drawings";

const CLIP = "drawing-area";

/** Colours written out: a file has no page around it. */
export interface InkColors {
  line: string;
  halo: string;
}

/** The drawings as elements of SVG over a chart of this scale, cut off at its plot; nothing where there are none. */
export function drawingsMarkup(shapes: readonly Shape[], scale: Scale, colors: InkColors): string {
  const shown = shapes.filter(({ isHidden }) => !isHidden);
  if (shown.length === 0) return "";
  const { left, top, width, height } = scale.plot;
  const drawn = shown.map((shape) => elementOf(shape, scale, colors)).join("");
  return (
    `<clipPath id="${CLIP}"><rect x="${left}" y="${top}" width="${width}" height="${height}"/></clipPath>` +
    `<g data-part="drawings" clip-path="url(#${CLIP})">${drawn}</g>`
  );
}

function elementOf(shape: Shape, scale: Scale, { line, halo }: InkColors): string {
  const outline = outlineOf(shape, scale);
  const { color = line, width, dashes } = inkOf(shape);
  const stroke = `stroke="${color}" stroke-width="${width}" stroke-dasharray="${dashes}"`;
  switch (outline.kind) {
    case "line":
      return `<line ${attributes({ x1: outline.x1, y1: outline.y1, x2: outline.x2, y2: outline.y2 })} ${stroke}/>`;
    case "box": {
      const { x, y, width, height } = outline;
      return `<rect ${attributes({ x, y, width, height })} fill="${color}" fill-opacity="0.1" ${stroke}/>`;
    }
    case "text":
      return `<text ${attributes({ x: outline.x, y: outline.y })} dominant-baseline="central" font-size="13" font-weight="600" fill="${color}" stroke="${halo}" stroke-width="3" paint-order="stroke">${escaped(outline.text)}</text>`;
  }
}

function attributes(numbers: Record<string, number>): string {
  return Object.entries(numbers)
    .map(([name, value]) => `${name}="${Math.round(value * 100) / 100}"`)
    .join(" ");
}
