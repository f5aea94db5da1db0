// @vitest-environment jsdom
import { renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { DEFAULT_LINES } from "@/features/lines/state/line-settings";
import { DEFAULT_AMA } from "@/features/signals/state/ama-settings";
import { aDay } from "./fixtures";
import { useDrawing } from "./use-drawing";
import { OPENING } from "./viewport/viewport";

afterEach(() => vi.unstubAllGlobals());

const { colors, emaColor } = DEFAULT_AMA.display;
const given = { day: aDay(), signalsOn: true, colors, emaColor, lines: DEFAULT_LINES, filters: [] };

/** How long the levels take to a new place. */
function lineMs(isMoving: boolean) {
  const shown = { view: OPENING, isMoving };
  const size = { width: 1060, height: 620 };
  const { result } = renderHook(() => useDrawing({ ...given, shown, size }));
  const levels = [result.current?.option.series].flat().find((series) => series?.id === "levels");
  return { isAnimated: levels?.animation, duration: levels?.animationDurationUpdate };
}

test("lines take 300 ms to a new place, and none while the view moves them", () => {
  expect(lineMs(false)).toEqual({ isAnimated: true, duration: 300 });
  expect(lineMs(true)).toMatchObject({ isAnimated: false });
});

test("lines do not move on their way where motion is not wanted", () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  expect(lineMs(false)).toMatchObject({ isAnimated: false });
});
