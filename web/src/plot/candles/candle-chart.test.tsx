import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { type EChartsType, getInstanceByDom } from "echarts/core";
import { createRef, Profiler } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { DEFAULT_AMA } from "../settings/ama-settings";
import { DEFAULT_LINES } from "../settings/line-settings";
import { CandleChart, type CandleChartHandle } from "./candle-chart";
import type { ChartDay } from "./day";
import { aDay } from "./fixtures";
import type { ChartFrame, Viewport } from "./viewport/frame";
import { useChartFrame } from "./viewport/frame-context";
import { OPENING } from "./viewport/viewport";
import { AFTER_CLOSE, formatPrice } from "./words";

const look = { signalsOn: true, ...DEFAULT_AMA.display, lines: DEFAULT_LINES, filters: [] };
const [WIDTH, HEIGHT] = [1060, 620];

afterEach(() => void vi.useRealTimers());

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(WIDTH);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(HEIGHT);
});

function show(day = aDay({ signals: { 20: 1 } })) {
  const seen: { frame: ChartFrame | null } = { frame: null };
  const chart = createRef<CandleChartHandle>();
  const Over = () => {
    seen.frame = useChartFrame();
    return null;
  };
  render(
    <CandleChart ref={chart} day={day} {...look}>
      <Over />
    </CandleChart>,
  );
  return { stage: screen.getByRole("application"), chart, seen, day };
}

/** What was written on a canvas. */
function textsOn(canvas: HTMLCanvasElement | null) {
  const drawn = canvas?.getContext("2d") as unknown as { __getDrawCalls: () => { type: string }[] } | null;
  return drawn?.__getDrawCalls().filter(({ type }) => type === "fillText") ?? [];
}

test("draws the day once, and what lies over it reads the same frame", async () => {
  const { stage, seen } = show();
  await waitFor(() => expect(textsOn(stage.querySelector("canvas")).length).toBeGreaterThan(30));
  expect(seen.frame).toMatchObject({ width: WIDTH, height: HEIGHT, plot: { left: 80, top: 60 } });
});

test("can be focused and says the day", () => {
  const { stage } = show();
  expect(stage).toHaveAttribute("tabindex", "0");
  expect(stage).toHaveAccessibleName(/^ES on 2024-05-03: 81 bars, open 5,206\.00/);
});

test("a picture is the drawing as an SVG document, with the frame it was drawn in", () => {
  const { chart, seen } = show();
  const picture = chart.current?.picture({ filters: true });
  expect(picture?.svg).toMatch(/^<svg width="1060" height="620"/);
  const { viewport, plot, bars, prices } = seen.frame ?? {};
  expect(picture?.frame).toMatchObject({ viewport, plot, bars, prices });
  expect(picture?.svg).toContain("No active filters");
  expect(chart.current?.picture({ filters: false })?.svg).not.toContain("No active filters");
});

test("the pointer over a bar tells of it, beside it only where it is", () => {
  const { stage, seen, day } = show();
  const bar = day.bars.find(({ index }) => index === 20);
  if (!bar || !seen.frame) throw new Error("no bar 20");
  const [x, y] = [seen.frame.xOf(20), seen.frame.yOf(bar.high)];
  fireEvent(stage, new MouseEvent("pointermove", { clientX: x, clientY: y, bubbles: true }));
  expect(stage).toHaveTextContent("Bar 20");
  expect(stage).toHaveTextContent("Signal:bull breakout (1)");
  fireEvent(stage, new MouseEvent("pointermove", { clientX: x, clientY: y - 4, bubbles: true }));
  expect(stage).toHaveTextContent("Bar 20");
  expect(stage).not.toHaveTextContent("Signal:");
  fireEvent(stage, new MouseEvent("pointerleave"));
  expect(stage).not.toHaveTextContent("Bar 20");
});

test("a finger that stays takes the crosshair along, one that moves at once the chart", () => {
  vi.useFakeTimers();
  const { stage, seen } = show();
  Object.assign(stage, { setPointerCapture: () => {} });
  const finger = (kind: string, bar: number) => {
    const clientX = seen.frame?.xOf(bar) ?? 0;
    const given = { clientX, clientY: 300, bubbles: true, pointerType: "touch", isPrimary: true };
    act(() => void stage.dispatchEvent(new PointerEvent(kind, { ...given, pointerId: 1, cancelable: true })));
  };
  const scrolls = () => fireEvent(stage, new TouchEvent("touchmove", { cancelable: true, bubbles: true }));
  finger("pointerdown", 20);
  expect(scrolls()).toBe(true);
  act(() => void vi.advanceTimersByTime(450));
  expect(stage).toHaveTextContent("Bar 20");
  finger("pointermove", 30);
  expect(stage).toHaveTextContent("Bar 30");
  expect(scrolls()).toBe(false);
  act(() => void vi.advanceTimersByTime(1000));
  expect(seen.frame?.viewport).toEqual(OPENING);
  finger("pointerup", 30);
  expect(stage).toHaveTextContent("Bar 30");
  expect(scrolls()).toBe(true);

  finger("pointerdown", 40);
  finger("pointermove", 42);
  act(() => void vi.advanceTimersByTime(1000));
  expect(seen.frame?.viewport.x.from).toBeLessThan(OPENING.x.from);
  expect(stage).not.toHaveTextContent("Bar 42");
});

test("the pointer by a reference line tells of it, 10 px away", () => {
  const { stage, seen, day } = show();
  const price = day.referenceLines.hoy ?? 0;
  const y = seen.frame?.yOf(price) ?? 0;
  const pointed = (by: number) => {
    fireEvent(stage, new MouseEvent("pointermove", { clientX: 900, clientY: y + by, bubbles: true }));
    return screen.queryByText(/^HoY [\d,.]+$/);
  };
  expect(pointed(4.9)).toHaveTextContent(`HoY ${formatPrice(price)}`);
  const down = y + 4.9 < HEIGHT / 2 ? { top: `${y + 14.9}px` } : { bottom: `${HEIGHT - y - 4.9 + 10}px` };
  expect(pointed(4.9)).toHaveStyle({ right: `${WIDTH - 900 + 10}px`, ...down });
  expect(pointed(-5.1)).toBeNull();
});

test("what is odd about the EMA is a warning in the console and no more", () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  const day = aDay();
  const { stage } = show({ ...day, bars: day.bars.filter(({ index }) => index !== 65) });
  expect(warn.mock.calls).toEqual([
    ["2024-05-03: EMA gap between 64 and 66"],
    ["2024-05-03: bar 65 is not drawn"],
  ]);
  expect(stage).toBeVisible();
});

test("zooms by its keys and leaves the others to the page", async () => {
  const { stage, seen } = show();
  const before = seen.frame?.spacing ?? 0;
  expect(fireEvent.keyDown(stage, { key: "Tab" })).toBe(true);
  let isLeft = true;
  act(() => {
    isLeft = fireEvent.keyDown(stage, { key: "+" });
  });
  expect(isLeft).toBe(false);
  await waitFor(() => expect(seen.frame?.spacing).toBeCloseTo(1.2 * before, 6));
});

test("the crosshair stands on the bar, also beyond the last one", () => {
  const { stage, seen } = show();
  const at = (bar: number) => {
    const x = seen.frame?.xOf(bar) ?? 0;
    fireEvent(stage, new MouseEvent("pointermove", { clientX: x, clientY: 300, bubbles: true }));
    return stage.querySelector<HTMLElement>("[data-crosshair] i + i")?.style.translate;
  };
  expect(at(20.3)).toBe(`${seen.frame?.xOf(20)}px`);
  expect(at(84.4)).toBe(`${seen.frame?.xOf(84)}px`);
  expect(stage).toHaveTextContent(`Bar 84 ${AFTER_CLOSE}`);
  at(81);
  expect(stage).not.toHaveTextContent(AFTER_CLOSE);
});

test("begins at its place, says where the view rests, and goes where the place leads", async () => {
  const onPlace = vi.fn();
  const seen: { frame: ChartFrame | null } = { frame: null };
  const Over = () => {
    seen.frame = useChartFrame();
    return null;
  };
  const chart = (place: Viewport | null) => (
    <CandleChart day={aDay()} {...look} {...{ place, onPlace }}>
      <Over />
    </CandleChart>
  );
  const place = { x: { from: 10, to: 40 }, y: { from: 0.2, to: 0.9 } };
  const { rerender } = render(chart(place));
  expect(seen.frame?.viewport).toEqual(place);
  act(() => void fireEvent.keyDown(screen.getByRole("application"), { key: "+" }));
  await waitFor(() => expect(onPlace).toHaveBeenCalledOnce());
  const [said] = onPlace.mock.calls[0] ?? [];
  expect(said.x.to - said.x.from).toBeCloseTo(25, 6);
  rerender(chart(said));
  expect(seen.frame?.viewport).toEqual(said);
  rerender(chart(null));
  await waitFor(() => expect(seen.frame?.viewport).toEqual(OPENING));
});

test("zoomed prices follow the bars of another day in the frame that shows it", () => {
  const seen: { frame: ChartFrame | null } = { frame: null };
  const Over = () => {
    seen.frame = useChartFrame();
    return null;
  };
  const place = { x: { from: 10, to: 40 }, y: { from: 0.6, to: 0.8 } };
  const chart = (day: ChartDay) => (
    <CandleChart {...{ day, place }} {...look}>
      <Over />
    </CandleChart>
  );
  const { rerender } = render(chart(aDay()));
  rerender(chart({ ...aDay() }));
  expect(seen.frame?.viewport).toEqual(place);
  rerender(chart(aDay({ date: "2024-05-06", levels: { hoy: 5400 } })));
  const { day, prices, viewport } = seen.frame ?? {};
  const bars = day?.bars.filter(({ index }) => index >= 10 && index <= 40) ?? [];
  expect(viewport?.x).toEqual(place.x);
  expect(prices?.to).toBeGreaterThan(Math.max(...bars.map(({ high }) => high)));
  expect(prices?.from).toBeLessThan(Math.min(...bars.map(({ low }) => low)));
});

const NO_LINES = DEFAULT_LINES.map((line) => ({ ...line, visible: false }));

describe("a gesture", () => {
  /** A chart that is drawn, and what it does from then on. */
  async function drawn(place: Viewport | null = null) {
    let commits = 0;
    const handle = createRef<CandleChartHandle>();
    const chart = (day = aDay()) => (
      <Profiler id="chart" onRender={() => void commits++}>
        <CandleChart ref={handle} {...{ day, place }} {...look} lines={NO_LINES} />
      </Profiler>
    );
    const { rerender } = render(chart());
    const stage = screen.getByRole("application");
    const host = stage.querySelector<HTMLElement>("[_echarts_instance_]") ?? stage;
    const drawing = Object.getPrototypeOf(getInstanceByDom(host)) as EChartsType;
    const [options, moves] = [vi.spyOn(drawing, "setOption"), vi.spyOn(drawing, "dispatchAction")];
    await waitFor(() => expect(moves).toHaveBeenCalled());
    vi.useFakeTimers();
    for (const spy of [options, moves]) spy.mockClear();
    const draw = (day: ChartDay) => rerender(chart(day));
    return { stage, handle, options, moves, commits: () => commits, draw };
  }
  const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

  test("moves the drawing and the crosshair, and changes the page when it rests", async () => {
    const { stage, moves, commits } = await drawn();
    fireEvent(stage, new MouseEvent("pointermove", { clientX: 305, clientY: 70, bubbles: true }));
    const price = () => stage.querySelector("[data-crosshair] span")?.textContent;
    const before = { commits: commits(), price: price() };
    act(() => void fireEvent.wheel(stage, { deltaY: 100, clientX: 305, clientY: 90 }));
    for (let frame = 0; frame < 12; frame++) pass(16);
    expect(moves.mock.calls.length).toBeGreaterThan(8);
    expect(commits()).toBe(before.commits);
    expect(price()).not.toBe(before.price);
    pass(1000);
    expect(commits()).toBeLessThanOrEqual(before.commits + 1);
  });

  test("asks where the chart is once, and again after a scroll", async () => {
    const { stage } = await drawn();
    const read = vi.spyOn(stage, "getBoundingClientRect");
    const turn = () => fireEvent.wheel(stage, { deltaY: -100, clientX: 300, clientY: 300 });
    for (let turns = 0; turns < 5; turns++) turn();
    fireEvent(stage, new MouseEvent("pointermove", { clientX: 300, clientY: 300, bubbles: true }));
    expect(read).toHaveBeenCalledTimes(1);
    fireEvent.scroll(window);
    turn();
    expect(read).toHaveBeenCalledTimes(2);
  });

  test("zoomed, another day is painted once", async () => {
    const { handle, options, moves, draw } = await drawn({
      x: { from: 10, to: 40 },
      y: { from: 0.6, to: 0.8 },
    });
    draw(aDay({ date: "2024-05-06" }));
    pass(1000);
    expect([options.mock.calls.length, moves.mock.calls.length]).toEqual([1, 0]);
    const [option] = options.mock.calls[0] ?? [];
    const { from: startValue, to: endValue } = handle.current?.picture({ filters: true })?.frame.prices ?? {};
    expect(option).toMatchObject({ dataZoom: [{}, { startValue, endValue }] });
  });
});
