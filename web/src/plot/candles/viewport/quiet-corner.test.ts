import { expect, test } from "vitest";
import { aBar, aDay, aModel } from "../fixtures";
import type { ChartFrame } from "./frame";
import { quietCorner } from "./quiet-corner";
import { OPENING } from "./viewport";

/** A day whose bars rise from the lower left to the upper right. */
function risingFrame(): ChartFrame {
  const bars = Array.from({ length: 81 }, (_, i) =>
    aBar({
      index: i + 1,
      bar_number: i + 1,
      open: 5200 + i,
      high: 5202 + i,
      low: 5199 + i,
      close: 5201 + i,
      ema: null,
    }),
  );
  const model = aModel({ ...aDay(), bars });
  return { ...model.scale, day: model.day, viewport: OPENING, width: model.width, height: model.height };
}

test("the tooltip stands where there are no candles", () => {
  const frame = risingFrame();
  expect(quietCorner(frame, { x: 600, y: 400 })).toEqual({ left: 88, top: 68 });
});

test("it gives way to the pointer, to the other corner without candles", () => {
  const frame = risingFrame();
  expect(quietCorner(frame, { x: 120, y: 100 })).toEqual({ right: 88, bottom: 68 });
});

test("it gives way to names, though candles lie there instead", () => {
  const frame = risingFrame();
  const name = { left: 1050, top: 600, width: 40, height: 14 };
  expect(quietCorner(frame, { x: 120, y: 100 }, [name])).toEqual({ right: 88, top: 68 });
});
