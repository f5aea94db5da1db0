// @vitest-environment jsdom
import { renderHook } from "@testing-library/react";
import type { PointerEvent } from "react";
import { describe, expect, test } from "vitest";
import type { Viewport } from "./frame";
import { plotOf, scaleOf } from "./scale";
import { keyMove, useDrag, wheelZoom } from "./use-gestures";
import { OPENING, zoomOf } from "./viewport";

const PLOT = plotOf(1060, 620);
const PRICES = { from: 5000, to: 5100 };
const key = (name: string, ctrlKey = false, metaKey = false) =>
  keyMove({ key: name, ctrlKey, metaKey }, PLOT);
const seen = (view: Viewport) => scaleOf(view, PLOT, PRICES);

describe("keys", () => {
  test.each([
    ["ArrowLeft", 50, 0],
    ["ArrowRight", -50, 0],
    ["ArrowUp", 0, 50],
    ["ArrowDown", 0, -50],
  ])("%s pans 50 px", (name, right, down) => {
    const view = key(name)?.[0](OPENING) ?? OPENING;
    expect(seen(view).xOf(40) - seen(OPENING).xOf(40)).toBeCloseTo(right, 9);
    expect(seen(view).yOf(5050) - seen(OPENING).yOf(5050)).toBeCloseTo(down, 9);
  });

  test.each([
    ["+", 1.2],
    ["=", 1.2],
    ["-", 0.8],
    ["_", 0.8],
  ])("%s zooms both axes by %d", (name, factor) => {
    const view = key(name)?.[0](OPENING) ?? OPENING;
    expect([zoomOf(view, "x"), zoomOf(view, "y")]).toEqual([
      expect.closeTo(factor, 9),
      expect.closeTo(factor, 9),
    ]);
  });

  test("0 with Ctrl or Cmd resets within 750 ms", () => {
    for (const [ctrl, meta] of [
      [true, false],
      [false, true],
    ] as const) {
      const [change, ms] = key("0", ctrl, meta) ?? [];
      expect(change?.({ x: { from: 1, to: 2 }, y: { from: 0, to: 2 } })).toBe(OPENING);
      expect(ms).toBe(750);
    }
  });

  test("that are not the chart's are left to the page", () => {
    expect([key("0"), key("a"), key("Tab"), key("+", true), key("ArrowLeft", true)]).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
  });
});

describe("the wheel", () => {
  const turn = (given: Partial<WheelEvent>) =>
    wheelZoom(
      {
        deltaX: 0,
        deltaY: 0,
        deltaMode: 0,
        clientX: 290,
        clientY: 385,
        shiftKey: false,
        altKey: false,
        ...given,
      } as WheelEvent,
      PLOT,
      { x: 10, y: 25 },
    );

  test.each([
    [{}, "both"],
    [{ shiftKey: true }, "y"],
    [{ altKey: true }, "x"],
  ])("with %o zooms %s", (keys, axes) => {
    expect(turn({ deltaY: -100, ...keys })).toEqual({ factor: 1.2, at: { x: 200 / 900, y: 0.4 }, axes });
  });

  test("turned sideways, as browsers do with Shift, is a turn all the same", () => {
    expect(turn({ deltaX: 100, shiftKey: true }).factor).toBeCloseTo(0.8, 9);
  });

  test("may count in lines", () => {
    expect(turn({ deltaY: 3, deltaMode: 1 }).factor).toBeCloseTo(0.8 ** 0.99, 9);
  });
});

describe("fingers", () => {
  /** A plot under fingers: each event by finger and place; what the view has become. */
  function touched() {
    let view = OPENING;
    const { result } = renderHook(() =>
      useDrag(PLOT, (change) => {
        view = change(view);
      }),
    );
    const at = (pointerId: number, clientX: number, clientY: number, button = 0) =>
      ({
        pointerId,
        clientX,
        clientY,
        button,
        currentTarget: { setPointerCapture: () => {} },
      }) as unknown as PointerEvent<HTMLElement>;
    return { on: result.current, at, view: () => view };
  }

  test("one pans by as much as it moves, and zooms nothing", () => {
    const { on, at, view } = touched();
    on.onPointerDown(at(1, 300, 200));
    on.onPointerMove(at(1, 350, 230));
    expect(seen(view()).xOf(40) - seen(OPENING).xOf(40)).toBeCloseTo(50, 9);
    expect(seen(view()).yOf(5050) - seen(OPENING).yOf(5050)).toBeCloseTo(30, 9);
    expect([zoomOf(view(), "x"), zoomOf(view(), "y")]).toEqual([1, 1]);
  });

  test("two zoom both axes by as much as they part, and back", () => {
    const { on, at, view } = touched();
    on.onPointerDown(at(1, 300, 200));
    on.onPointerDown(at(2, 400, 200));
    on.onPointerMove(at(2, 500, 200));
    expect([zoomOf(view(), "x"), zoomOf(view(), "y")]).toEqual([expect.closeTo(2, 9), expect.closeTo(2, 9)]);
    on.onPointerMove(at(1, 400, 200));
    expect(zoomOf(view(), "x")).toBeCloseTo(1, 9);
  });

  test("one that stays after the other was lifted pans alone", () => {
    const { on, at, view } = touched();
    on.onPointerDown(at(1, 300, 200));
    on.onPointerDown(at(2, 400, 200));
    on.onPointerUp(at(2, 400, 200));
    on.onPointerMove(at(1, 340, 200));
    expect(seen(view()).xOf(40) - seen(OPENING).xOf(40)).toBeCloseTo(40, 9);
    expect(zoomOf(view(), "x")).toBe(1);
  });

  test("another button than the left one moves nothing", () => {
    const { on, at, view } = touched();
    on.onPointerDown(at(1, 300, 200, 2));
    on.onPointerMove(at(1, 340, 200));
    expect(view()).toBe(OPENING);
  });
});
