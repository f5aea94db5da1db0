import { graphic } from "echarts/core";

/** Four numbers for each line (x1, y1, x2, y2) or box (x, y, width, height). */
type Fours = readonly number[];

/** One shape for all lines or boxes of a look: a frame of a zoom changes a dozen shapes instead of hundreds. */
interface Many {
  shape: { of: Fours };
  style: { fill?: string; stroke?: string; lineWidth?: number };
}

const LINES = "lines";
const BOXES = "boxes";

graphic.registerShape(
  LINES,
  graphic.extendShape({
    shape: { of: [] as Fours },
    buildPath: (path, { of }: Many["shape"]) => {
      for (const [x1, y1, x2, y2] of fours(of)) {
        path.moveTo(x1, y1);
        path.lineTo(x2, y2);
      }
    },
  }),
);

graphic.registerShape(
  BOXES,
  graphic.extendShape({
    shape: { of: [] as Fours },
    buildPath: (path, { of }: Many["shape"]) => {
      for (const box of fours(of)) path.rect(...box);
    },
  }),
);

export function linesShape(of: Fours, stroke: string) {
  return { type: LINES, shape: { of }, style: { stroke, lineWidth: 1, fill: "none" } };
}

export function boxesShape(of: Fours, style: Many["style"]) {
  return { type: BOXES, shape: { of }, style };
}

function fours(of: Fours): [number, number, number, number][] {
  return Array.from(
    { length: of.length / 4 },
    (_, i) => of.slice(4 * i, 4 * i + 4) as [number, number, number, number],
  );
}
