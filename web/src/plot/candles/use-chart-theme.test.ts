// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { useChartTheme } from "./use-chart-theme";

afterEach(() => {
  document.documentElement.removeAttribute("class");
  document.documentElement.removeAttribute("style");
});

test("the chart takes over a change of theme 100 ms later", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { result } = renderHook(() => useChartTheme());
  expect(result.current.surface).toBe("#FFFFFF");
  document.documentElement.style.setProperty("--mui-palette-background-paper", "#171C24");
  document.documentElement.className = "dark";
  await act(() => Promise.resolve());
  act(() => void vi.advanceTimersByTime(99));
  expect(result.current.surface).toBe("#FFFFFF");
  act(() => void vi.advanceTimersByTime(1));
  expect(result.current.surface).toBe("#171C24");
});
