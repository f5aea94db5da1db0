// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from "vitest";

import { OPENING, zoomed, zoomOf } from "./viewport";
import { viewportStore } from "./viewport-store";

beforeEach(() => void vi.useFakeTimers());

const doubled = (view: typeof OPENING) => zoomed(view, { factor: 2, at: { x: 0.5, y: 0.5 }, axes: "both" });
const pass = (ms: number) => void vi.advanceTimersByTime(ms);

function start() {
  const store = viewportStore();
  store.subscribe(() => {});
  return { zoom: () => zoomOf(store.now(), "x"), move: store.move };
}

describe("a movement", () => {
  test("of wheel, drag and keys takes 250 ms", () => {
    const { zoom, move } = start();
    move(doubled);
    pass(220);
    expect(zoom()).toBeGreaterThan(1);
    expect(zoom()).toBeLessThan(2);
    pass(60);
    expect(zoom()).toBeCloseTo(2, 9);
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

  test("tells whoever listens, and nobody afterwards", () => {
    const store = viewportStore();
    const seen = vi.fn();
    const leave = store.subscribe(seen);
    store.move(doubled);
    pass(50);
    const frames = seen.mock.calls.length;
    expect(frames).toBeGreaterThan(1);
    leave();
    pass(300);
    expect(seen).toHaveBeenCalledTimes(frames);
    expect(zoomOf(store.now(), "x")).toBeLessThan(2);
  });
});
