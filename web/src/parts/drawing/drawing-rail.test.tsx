import { act, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { Provider } from "react-redux";
import { expect, it } from "vitest";
import { aStore } from "@/lib/testing/render";
import { FrameContext } from "@/plot/candles/viewport/frame-context";
import { DrawingLayer } from "./drawing-layer";
import { DrawingRail } from "./drawing-rail";
import { FRAMES } from "./testing";
import { finishDrawing } from "./use-drawing-tool";

const tool = (name: string) => screen.getByRole("button", { name });

it("while no day is drawn nothing can be, and nothing of the day before is undone or cleared", () => {
  const store = aStore();
  const page = (day: ReactNode) => (
    <Provider store={store}>
      <FrameContext value={FRAMES}>
        <DrawingRail />
        {day}
      </FrameContext>
    </Provider>
  );
  const { rerender } = render(page(<DrawingLayer />));
  act(() => void store.dispatch(finishDrawing({ type: "horizontal_line", y: 5050 })));
  expect(tool("Clear all drawings")).toBeEnabled();
  rerender(page(null));
  for (const button of screen.getAllByRole("button"))
    if (button !== tool("Snap to prices")) expect(button).toBeDisabled();
  rerender(page(<DrawingLayer />));
  expect(tool("Trend line")).toBeEnabled();
  expect(store.getState().drawings.shown, "it is kept").toMatchObject([{ y: 5050 }]);
});
