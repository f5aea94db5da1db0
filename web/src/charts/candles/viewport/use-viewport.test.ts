// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { useViewport } from "./use-viewport";
import { OPENING, zoomed, zoomOf } from "./viewport";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const doubled = (view: typeof OPENING) => zoomed(view, { factor: 2, at: { x: 0.5, y: 0.5 }, axes: "both" });
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

function start() {
  const { result } = renderHook(() => useViewport());
  return {
    zoom: () => zoomOf(result.current[0].view, "x"),
    isMoving: () => result.current[0].isMoving,
    move: (...given: Parameters<(typeof result.current)[1]>) => act(() => result.current[1](...given)),
  };
}

describe("a movement", () => {
  test("of wheel, drag and keys takes 250 ms", () => {
    const { zoom, isMoving, move } = start();
    move(doubled);
    pass(220);
    expect(zoom()).toBeGreaterThan(1);
    expect(zoom()).toBeLessThan(2);
    expect(isMoving()).toBe(true);
    pass(60);
    expect(zoom()).toBeCloseTo(2, 9);
    expect(isMoving()).toBe(false);
  });

  test("back to the opening view takes 750 ms", () => {
    const { zoom, move } = start();
    move(doubled);
    pass(300);
    move(() => OPENING, 750);
    pass(700);
    expect(zoom()).toBeGreaterThan(1);
    pass(80);
    expect(zoom()).toBe(1);
  });

  test("adds up with one that is still on its way", () => {
    const { zoom, move } = start();
    move(doubled);
    pass(50);
    move(doubled);
    pass(300);
    expect(zoom()).toBeCloseTo(4, 9);
  });

  test("is over at once for whoever asked for less motion", () => {
    const query = (asked: string) => ({ matches: asked.includes("reduced-motion") }) as MediaQueryList;
    vi.spyOn(window, "matchMedia").mockImplementation(query);
    const { zoom, move } = start();
    move(doubled);
    pass(17);
    expect(zoom()).toBeCloseTo(2, 9);
  });
});
