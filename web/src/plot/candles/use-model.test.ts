// @vitest-environment jsdom
import { renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { DEFAULT_AMA } from "../settings/ama-settings";
import { DEFAULT_LINES } from "../settings/line-settings";
import { aDay } from "./fixtures";
import { useModel } from "./use-model";

const { colors, emaColor } = DEFAULT_AMA.display;
const given = { day: aDay(), signalsOn: true, colors, emaColor, lines: DEFAULT_LINES, filters: [] };

/** How long the levels take to a new place. */
function lineMs() {
  const { result } = renderHook(() => useModel(given, { width: 1060, height: 620 }));
  return result.current?.lineMs;
}

test("lines take 300 ms to a new place", () => {
  expect(lineMs()).toBe(300);
});

test("lines do not move on their way where motion is not wanted", () => {
  vi.spyOn(window, "matchMedia").mockReturnValue({ matches: true } as MediaQueryList);
  expect(lineMs()).toBe(0);
});

test("without room nothing is drawn", () => {
  const { result } = renderHook(() => useModel(given, null));
  expect(result.current).toBeNull();
});
