import { describe, expect, it } from "vitest";
import type { Drawing } from "@/kept/drawings/drawings";
import { distanceTo, drawingAt } from "./outline";
import { SCALE } from "./testing";

const line = { tag: "line" as const, x1: 100, y1: 200, x2: 300, y2: 200 };
const box = { tag: "rect" as const, x: 100, y: 100, width: 200, height: 80 };

describe("the distance to a drawing", () => {
  it.each([
    ["beside a line", line, { x: 200, y: 205 }, 5],
    ["beyond its end", line, { x: 303, y: 204 }, 5],
    ["before its start", line, { x: 95, y: 200 }, 5],
    ["beside a box", box, { x: 310, y: 140 }, 10],
    ["beyond a corner", box, { x: 303, y: 184 }, 5],
    ["at its edge", box, { x: 102, y: 140 }, 2],
    ["deep within it", box, { x: 200, y: 140 }, 5],
    ["on a text", { tag: "text" as const, x: 100, y: 100, children: "gap" }, { x: 110, y: 100 }, 5],
    ["below a text", { tag: "text" as const, x: 100, y: 100, children: "gap" }, { x: 110, y: 120 }, 11],
  ])("%s", (_, outline, point, distance) => {
    expect(distanceTo(outline, point)).toBeCloseTo(distance, 9);
  });

  it("of a line without a length is that to its point", () => {
    expect(distanceTo({ ...line, x2: 100 }, { x: 103, y: 204 })).toBe(5);
  });
});

/** Bars 10 to 40 stand at x 175 to 475, prices 5,050 to 5,075 at y 260 to 160. */
describe("a point meets", () => {
  const area: Drawing = { id: "area", type: "rectangle", x1: 10, y1: 5050, x2: 40, y2: 5075 };
  const level: Drawing = { id: "level", type: "horizontal_line", y: 5060 };
  const meets = (drawings: Drawing[], x: number, y: number) => drawingAt(drawings, SCALE, { x, y }, 5)?.id;

  it.each([
    ["the line that crosses a box", 300, 223, "level"],
    ["the box beside the line", 300, 235, "area"],
    ["nothing more than five pixels away", 600, 226, undefined],
  ])("%s", (_, x, y, id) => {
    expect(meets([level, area], x, y)).toBe(id);
    expect(meets([area, level], x, y)).toBe(id);
  });

  it("the one on top of two, and none that is hidden", () => {
    const twin = { ...area, id: "twin" };
    expect(meets([area, twin], 300, 235)).toBe("twin");
    expect(meets([area, { ...twin, isHidden: true }], 300, 235)).toBe("area");
  });
});
