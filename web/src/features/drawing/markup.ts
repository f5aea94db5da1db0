import type { Scale } from "@/charts/candles/viewport/frame";
import { escaped } from "@/lib/text/xml";
import { type Outline, outlineOf } from "./outline";
import type { Shape } from "./state/drawings";

const CLIP = "drawing-area";

/** Colours written out: a file has no page around it. */
export interface InkColors {
  line: string;
  halo: string;
}

/** The drawings as elements of SVG over a chart of this scale, cut off at its plot; nothing where there are none. */
export function drawingsMarkup(shapes: readonly Shape[], scale: Scale, colors: InkColors): string {
  if (shapes.length === 0) return "";
  const { left, top, width, height } = scale.plot;
  const drawn = shapes.map((shape) => elementOf(outlineOf(shape, scale), colors)).join("");
  return (
    `<clipPath id="${CLIP}"><rect x="${left}" y="${top}" width="${width}" height="${height}"/></clipPath>` +
    `<g data-part="drawings" clip-path="url(#${CLIP})">${drawn}</g>`
  );
}

function elementOf(outline: Outline, { line, halo }: InkColors): string {
  switch (outline.kind) {
    case "line":
      return `<line ${attributes({ x1: outline.x1, y1: outline.y1, x2: outline.x2, y2: outline.y2 })} stroke="${line}" stroke-width="1.5"/>`;
    case "box": {
      const { x, y, width, height } = outline;
      return `<rect ${attributes({ x, y, width, height })} fill="${line}" fill-opacity="0.1" stroke="${line}" stroke-width="1.5"/>`;
    }
    case "text":
      return `<text ${attributes({ x: outline.x, y: outline.y })} dominant-baseline="central" font-size="13" font-weight="600" fill="${line}" stroke="${halo}" stroke-width="3" paint-order="stroke">${escaped(outline.text)}</text>`;
  }
}

function attributes(numbers: Record<string, number>): string {
  return Object.entries(numbers)
    .map(([name, value]) => `${name}="${Math.round(value * 100) / 100}"`)
    .join(" ");
}
