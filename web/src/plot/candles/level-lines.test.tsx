import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { type EChartsType, getInstanceByDom, type graphic } from "echarts/core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DEFAULT_AMA } from "../settings/ama-settings";
import { DEFAULT_LINES, LINE_KEYS, type LineKey } from "../settings/line-settings";
import { CandleChart } from "./candle-chart";
import { aDay } from "./fixtures";
import type { ChartFrame } from "./viewport/frame";
import { useChartFrame } from "./viewport/frame-context";

const look = { signalsOn: true, ...DEFAULT_AMA.display, lines: DEFAULT_LINES, filters: [] };
const HALF_PIXEL = 0.5;
const Unmeasured = globalThis.ResizeObserver;
let [width, height] = [0, 0];
let measure: () => void;

beforeEach(() => {
  [width, height] = [390, 620];
  vi.stubGlobal(
    "ResizeObserver",
    class extends Unmeasured {
      constructor(onResize: () => void) {
        super(onResize);
        measure = onResize;
      }
    },
  );
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockImplementation(() => width);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockImplementation(() => height);
});
afterEach(() => {
  vi.stubGlobal("ResizeObserver", Unmeasured);
});

async function show() {
  const seen: { frame: ChartFrame | null } = { frame: null };
  const Over = () => {
    seen.frame = useChartFrame();
    return null;
  };
  const chartOf = (day = aDay()) => (
    <CandleChart day={day} {...look}>
      <Over />
    </CandleChart>
  );
  const { rerender } = render(chartOf());
  const stage = screen.getByRole("application");
  const host = () => stage.querySelector<HTMLElement>("[_echarts_instance_]") ?? stage;
  const lines = () => levelLines(getInstanceByDom(host()));
  await waitFor(() => expect(lines()).toHaveLength(LINE_KEYS.length));
  return { stage, seen, lines, draw: (day: ReturnType<typeof aDay>) => rerender(chartOf(day)) };
}

const levelLines = (chart: EChartsType | undefined) =>
  (chart?.getZr().storage.getDisplayList(true) ?? []).filter(({ name }) =>
    LINE_KEYS.includes(name as LineKey),
  ) as unknown as InstanceType<typeof graphic.Line>[];

test.each([
  [390, 900],
  [900, 390],
  [700, 701],
])(
  "a chart of %i pixels that becomes %i wide draws its level lines across the plot",
  async (before, after) => {
    width = before;
    const { seen, lines } = await show();
    [width, height] = [after, 400];
    act(() => measure());
    const { left = 0, width: length = 0 } = seen.frame?.plot ?? {};
    for (const { shape } of lines()) expect([shape.x1, shape.x2]).toEqual([left, left + length]);
    expect(lines().flatMap(({ animators }) => animators)).toEqual([]);
  },
);

test("lines on their way to the levels of another day follow the view that is zoomed meanwhile", async () => {
  width = 900;
  const { stage, seen, lines, draw } = await show();
  const levels = { hoy: 5209, loy: 5204, coy: 5205, gxh: 5208, gxl: 5204.25 };
  const { spacing = 0 } = seen.frame ?? {};
  draw(aDay({ date: "2024-05-06", levels }));
  expect(lines().flatMap(({ animators }) => animators)).not.toEqual([]);
  act(() => void fireEvent.keyDown(stage, { key: "+" }));
  await waitFor(() => expect(seen.frame?.spacing).not.toBe(spacing), { interval: 5 });
  expect(lines().flatMap(({ animators }) => animators)).toEqual([]);
  await waitFor(() => expect(seen.frame?.spacing).toBeCloseTo(1.2 * spacing, 6));
  for (const { name, shape } of lines()) {
    const price = seen.frame?.day.referenceLines[name as LineKey] ?? 0;
    expect(Math.abs(shape.y1 - (seen.frame?.yOf(price) ?? 0))).toBeLessThanOrEqual(HALF_PIXEL);
  }
});
