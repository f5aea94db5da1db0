import { graphic } from "echarts/core";

/** A line (x1, y1, x2, y2) or a box (x, y, width, height). */
export type Four = readonly [number, number, number, number];
type Point = readonly [x: number, y: number];

/** One shape for all that look alike: a frame of a zoom changes a dozen shapes instead of hundreds. */
interface Many<Each> {
  of: readonly Each[];
}

interface Style {
  fill?: string;
  stroke?: string;
  lineWidth?: number;
  lineJoin?: CanvasLineJoin;
  opacity?: number;
}

const LINES = "lines";
const BOXES = "boxes";
const STROKES = "strokes";

graphic.registerShape(
  LINES,
  graphic.extendShape({
    shape: { of: [] },
    buildPath: (path, { of }: Many<Four>) => {
      for (const [x1, y1, x2, y2] of of) {
        path.moveTo(x1, y1);
        path.lineTo(x2, y2);
      }
    },
  }),
);

graphic.registerShape(
  BOXES,
  graphic.extendShape({
    shape: { of: [] },
    buildPath: (path, { of }: Many<Four>) => {
      for (const [x, y, width, height] of of) path.rect(x, y, width, height);
    },
  }),
);

graphic.registerShape(
  STROKES,
  graphic.extendShape({
    shape: { of: [] },
    buildPath: (path, { of }: Many<readonly Point[]>) => {
      for (const [start, ...others] of of) {
        if (start) path.moveTo(...start);
        for (const [x, y] of others) path.lineTo(x, y);
      }
    },
  }),
);

export function linesShape(of: readonly Four[], stroke: string) {
  return { type: LINES, shape: { of }, style: { stroke, lineWidth: 1, fill: "none" } };
}

export function boxesShape(of: readonly Four[], style: Style) {
  return { type: BOXES, shape: { of }, style };
}

/** Lines through any number of points each. */
export function strokesShape(of: readonly (readonly Point[])[], style: Style) {
  return { type: STROKES, shape: { of }, style: { ...style, fill: "none" } };
}
