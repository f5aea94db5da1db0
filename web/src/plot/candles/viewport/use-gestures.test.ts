// @vitest-environment jsdom
import { renderHook } from "@testing-library/react";
import type { PointerEvent } from "react";
import { describe, expect, test, vi } from "vitest";
import type { Viewport } from "./frame";
import { plotOf, scaleOf } from "./scale";
import { doubleClickMove, keyMove, useDrag, wheelMove } from "./use-gestures";
import { OPENING, zoomOf } from "./viewport";
import type { Move } from "./viewport-store";

const PLOT = plotOf(1060, 620);
const CORNER = { x: 0, y: 0 };
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
    wheelMove(
      {
        deltaX: 0,
        deltaY: 0,
        deltaMode: 0,
        clientX: 290,
        clientY: 385,
        shiftKey: false,
        altKey: false,
        ctrlKey: false,
        wheelDeltaX: -1.2 * (given.deltaX ?? 0),
        wheelDeltaY: -1.2 * (given.deltaY ?? 0),
        ...given,
      } as WheelEvent,
      PLOT,
      { x: 10, y: 25 },
    )(OPENING);
  const zooms = (view: Viewport) =>
    [zoomOf(view, "x"), zoomOf(view, "y")].map((zoom) => Number(zoom.toFixed(9)));
  const trackpad = (deltaX: number, deltaY: number) =>
    turn({ deltaX, deltaY, wheelDeltaX: -3 * deltaX, wheelDeltaY: -3 * deltaY } as Partial<WheelEvent>);

  test.each([
    [{}, [1.2, 1.2]],
    [{ shiftKey: true }, [1, 1.2]],
    [{ altKey: true }, [1.2, 1]],
  ])("with %o zooms both axes, the prices or the bars", (keys, factors) => {
    expect(zooms(turn({ deltaY: -100, ...keys }))).toEqual(factors);
  });

  test("leaves what is under the pointer where it is", () => {
    const point = { x: 280, y: 360 };
    const at = (view: Viewport) => [seen(view).barAt(point.x), seen(view).priceAt(point.y)];
    const [bar, price] = at(OPENING);
    expect(at(turn({ deltaY: -100 }))).toEqual([expect.closeTo(bar ?? 0, 6), expect.closeTo(price ?? 0, 6)]);
  });

  test("turned sideways, as browsers do with Shift, is a turn all the same", () => {
    expect(zooms(turn({ deltaX: 100, shiftKey: true }))).toEqual([1, 0.8]);
  });

  test("may count in lines", () => {
    expect(zoomOf(turn({ deltaY: 3, deltaMode: 1 }), "x")).toBeCloseTo(0.8 ** 0.99, 9);
  });

  test("of a trackpad pans in both directions and zooms nothing", () => {
    const view = trackpad(30, -12);
    expect(zooms(view)).toEqual([1, 1]);
    expect(seen(view).xOf(40) - seen(OPENING).xOf(40)).toBeCloseTo(-30, 9);
    expect(seen(view).yOf(5050) - seen(OPENING).yOf(5050)).toBeCloseTo(12, 9);
  });

  test.each([
    ["of prices", { clientX: 30 }, [1, 1.2]],
    ["of prices, on its right", { clientX: 1040 }, [1, 1.2]],
    ["of prices with Alt", { clientX: 30, altKey: true }, [1, 1.2]],
    ["of bars", { clientY: 600 }, [1.2, 1]],
    ["of bars with Shift", { clientY: 600, shiftKey: true }, [1.2, 1]],
  ])("on the axis %s scales that axis alone, at its middle", (_, given, factors) => {
    const view = turn({ deltaY: -100, ...given });
    expect(zooms(view)).toEqual(factors);
    expect((view.x.from + view.x.to) / 2).toBeCloseTo((OPENING.x.from + OPENING.x.to) / 2, 9);
    expect((view.y.from + view.y.to) / 2).toBeCloseTo(0.5, 9);
  });

  test("with Ctrl is a pinch: it zooms both axes by a little", () => {
    const [x = 0, y = 0] = zooms(turn({ deltaY: -4, ctrlKey: true }));
    expect(x).toBeCloseTo(Math.exp(0.04), 6);
    expect(y).toBe(x);
    expect(zooms(turn({ deltaY: -100, ctrlKey: true }))[0]).toBeLessThan(1.25);
  });
});

/** A plot under fingers: each event by finger and place; what the view has become. */
function touched() {
  let view = OPENING;
  const took: (number | undefined)[] = [];
  const move: Move = (change, ms) => {
    view = change(view);
    took.push(ms);
  };
  const { result } = renderHook(() => useDrag(PLOT, () => CORNER, { now: () => view, move, jump: move }));
  const at = (pointerId: number, clientX: number, clientY: number, button = 0, timeStamp = 0) =>
    ({
      pointerId,
      pointerType: "touch",
      timeStamp,
      clientX,
      clientY,
      button,
      currentTarget: { setPointerCapture: () => {} },
    }) as unknown as PointerEvent<HTMLElement>;
  return { on: result.current, at, view: () => view, took };
}

const MOVED: Viewport = { x: { from: 10, to: 40 }, y: { from: 0.2, to: 0.9 } };

describe("fingers", () => {
  test("one pans by as much as it moves, and zooms nothing", () => {
    const { on, at, view } = touched();
    on.onPointerDown(at(1, 300, 200));
    on.onPointerMove(at(1, 350, 230));
    expect(seen(view()).xOf(40) - seen(OPENING).xOf(40)).toBeCloseTo(50, 9);
    expect(seen(view()).yOf(5050) - seen(OPENING).yOf(5050)).toBeCloseTo(30, 9);
    expect([zoomOf(view(), "x"), zoomOf(view(), "y")]).toEqual([1, 1]);
  });

  const flicked = (lifted = 70, from: [number, number] = [300, 200]) => {
    const { on, at, view, took } = touched();
    const [x, y] = from;
    on.onPointerDown(at(1, x, y));
    for (const ms of [10, 20, 30, 40, 50, 60]) on.onPointerMove(at(1, x + ms, y - ms / 2, 0, ms));
    const before = view();
    on.onPointerUp(at(1, x + 60, y - 30, 0, lifted));
    const glided = seen(view()).xOf(40) - seen(before).xOf(40);
    return { glided, up: seen(before).yOf(5050) - seen(view()).yOf(5050), ms: took.at(-1) };
  };

  test("a flick glides on from the finger's speed, which 900 ms bring to rest", () => {
    const { glided, up, ms } = flicked();
    expect([ms, glided, up]).toEqual([900, expect.closeTo(300, 6), expect.closeTo(150, 6)]);
  });

  test.each([
    ["a finger that rests before it is lifted", () => flicked(200)],
    ["one on an axis", () => flicked(70, [20, 300])],
  ])("%s leaves the chart where it is", (_, flick) => {
    expect(flick()).toMatchObject({ glided: 0, up: 0, ms: undefined });
  });

  test("one that the browser takes to scroll the page leaves the chart where it was", () => {
    const { on, at, view } = touched();
    on.onPointerDown(at(1, 300, 200));
    on.onPointerMove(at(1, 300, 220));
    expect(view()).not.toEqual(OPENING);
    on.onPointerCancel(at(1, 300, 220));
    expect(view()).toEqual(OPENING);
  });

  test("no flick glides where motion is reduced", () => {
    vi.spyOn(window, "matchMedia").mockReturnValue({ matches: true } as MediaQueryList);
    expect(flicked()).toMatchObject({ glided: 0, ms: undefined });
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

  test("two zoom at their middle", () => {
    const { on, at, view } = touched();
    on.onPointerDown(at(1, 200, 200));
    on.onPointerDown(at(2, 300, 200));
    const bar = seen(OPENING).barAt(200);
    on.onPointerMove(at(2, 400, 200));
    expect(seen(view()).barAt(200)).toBeCloseTo(bar, 6);
  });
});

describe("an axis", () => {
  const dragged = (from: [number, number], to: [number, number]) => {
    const { on, at, view } = touched();
    on.onPointerDown(at(1, ...from));
    on.onPointerMove(at(1, ...to));
    return [zoomOf(view(), "x"), zoomOf(view(), "y")];
  };

  test("of prices is scaled by a drag up or down, on either side", () => {
    for (const x of [20, 1040]) {
      expect(dragged([x, 300], [x + 9, 225])).toEqual([1, expect.closeTo(Math.exp(0.5), 6)]);
      expect(dragged([x, 300], [x, 375])).toEqual([1, expect.closeTo(Math.exp(-0.5), 6)]);
    }
  });

  test("of bars is scaled by a drag to the side", () => {
    expect(dragged([500, 600], [575, 580])).toEqual([expect.closeTo(Math.exp(0.5), 6), 1]);
  });

  test.each([
    ["on the prices fits the prices", [20, 300], { x: MOVED.x, y: OPENING.y }],
    ["on the bars fits the bars", [500, 600], { x: OPENING.x, y: MOVED.y }],
    ["on the plot resets the view", [500, 300], OPENING],
  ] as const)("a double click %s", (_, [clientX, clientY], fitted) => {
    const [change, ms] = doubleClickMove(PLOT, { clientX, clientY }, CORNER);
    expect(change(MOVED)).toEqual(fitted);
    expect(ms).toBe(750);
  });
});
