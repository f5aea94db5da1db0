import { describe, expect, it } from "vitest";
import { aimed, draggedTo, IDLE, placed, previewOf } from "./gesture";
import { copyOf, HANDLES, describe as words } from "./shapes";
import { SCALE } from "./testing";

const A = { bar: 3, price: 5010 };
const B = { bar: 40, price: 5022.5 };
const LINE = { x1: 3, y1: 5010, x2: 40, y2: 5022.5 };

describe("a point placed", () => {
  it("makes a horizontal line at once", () => {
    expect(placed("horizontal_line", IDLE, A)).toEqual({ shape: { type: "horizontal_line", y: 5010 } });
  });

  it("makes a text's place, where it is then written", () => {
    expect(placed("text", IDLE, A)).toEqual({ next: { kind: "writing", at: A } });
  });

  it.each(["trend_line", "rectangle"] as const)("starts a %s and the second finishes it", (tool) => {
    const first = placed(tool, aimed(IDLE, A), A);
    const started = { kind: "stretching" as const, from: A, at: A };
    expect(first).toEqual({ next: started });
    expect(placed(tool, aimed(started, B), B)).toEqual({ shape: { type: tool, ...LINE } });
  });

  it("finishes nothing on the spot where it started", () => {
    const started = { kind: "stretching" as const, from: A, at: B };
    expect(placed("trend_line", started, A)).toEqual({ next: started });
  });
});

describe("before it is finished a drawing shows", () => {
  it("a horizontal line under the hand", () => {
    expect(previewOf("horizontal_line", aimed(IDLE, B))).toEqual({ type: "horizontal_line", y: 5022.5 });
  });

  it("a rectangle from its first point to the hand, and nothing before that", () => {
    expect(previewOf("rectangle", aimed(IDLE, A))).toBeNull();
    const stretched = aimed({ kind: "stretching", from: A, at: A }, B);
    expect(previewOf("rectangle", stretched)).toEqual({ type: "rectangle", ...LINE });
  });
});

describe("a drawing that is dragged", () => {
  const grip = { bar: 10, price: 5000 };
  const at = { bar: 12, price: 4998 };

  it("keeps its form and its distance to the hand", () => {
    const drawing = { id: "a", type: "rectangle" as const, ...LINE };
    expect(draggedTo({ drawing, from: grip, at })).toEqual({
      id: "a",
      type: "rectangle",
      x1: 5,
      y1: 5008,
      x2: 42,
      y2: 5020.5,
    });
    const text = { id: "t", type: "text" as const, x: 1, y: 5000, text: "x" };
    expect(draggedTo({ drawing: text, from: grip, at })).toMatchObject({ x: 3, y: 4998 });
  });

  it.each([
    [["x1", "y1"], { x1: 12, y1: 4998 }],
    [["x2", "y2"], { x2: 12, y2: 4998 }],
    [["x2", "y1"], { x2: 12, y1: 4998 }],
  ] as const)("goes under the hand with the handle %j alone", (handle, pulled) => {
    const drawing = { id: "a", type: "rectangle" as const, ...LINE };
    const dragged = draggedTo({ drawing, handle, from: grip, at });
    expect(dragged).toEqual({ ...drawing, ...pulled });
    expect(draggedTo({ drawing, handle, from: grip, at: grip })).toEqual(drawing);
  });

  it("lies under the hand if it is a horizontal line, and does not move before the hand does", () => {
    const drawing = { id: "h", type: "horizontal_line" as const, y: 5000.6 };
    expect(draggedTo({ drawing, from: grip, at: grip })).toEqual(drawing);
    expect(draggedTo({ drawing, from: grip, at })).toMatchObject({ y: 4998 });
  });
});

it("says what was drawn and where", () => {
  expect(words({ type: "horizontal_line", y: 5012.25 }, 2)).toBe("Horizontal line at 5,012.25");
  expect(words({ type: "trend_line", ...LINE }, 2)).toBe(
    "Trend line from bar 3 at 5,010.00 to bar 40 at 5,022.50",
  );
  expect(words({ type: "text", x: 5, y: 5000, text: "gap" }, 2)).toBe("Text “gap”, bar 5 at 5,000.00");
});

it("is pulled by the ends of a line and by all corners of a rectangle", () => {
  expect(HANDLES.trend_line).toHaveLength(2);
  expect(new Set(HANDLES.rectangle.map(String)).size).toBe(4);
});

/** Sixteen pixels are 1.6 bars and 4 points. */
describe("a copy", () => {
  it("stands whole bars and ticks beside what was copied, in its ink", () => {
    const drawing = { id: "a", type: "trend_line" as const, ...LINE, color: "#E5484D", isHidden: true };
    expect(copyOf(drawing, SCALE, 0.25)).toEqual({
      type: "trend_line",
      x1: 5,
      y1: 5006,
      x2: 42,
      y2: 5018.5,
      color: "#E5484D",
    });
    expect(copyOf({ id: "h", type: "horizontal_line", y: 5050.1 }, SCALE, 0.25)).toEqual({
      type: "horizontal_line",
      y: 5046.1,
    });
  });

  it.each([
    [6000, 5100],
    [4000, 5000],
  ])("of a price that is out of view, %d, comes into it at %d", (y, seen) => {
    expect(copyOf({ id: "h", type: "horizontal_line", y }, SCALE, 0.25)).toMatchObject({ y: seen });
  });
});
