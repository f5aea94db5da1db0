import { expect, it } from "vitest";
import type { Drawing } from "./drawings";
import { drawingAdded, drawingsReducer, noDrawings, redone, undone } from "./drawings-slice";

const line = (id: string): Drawing => ({ id, type: "horizontal_line", y: 5000 });

it("what is drawn after an undo is the only way on: redo brings nothing of the other back", () => {
  const drawn = [drawingAdded(line("a")), undone(), drawingAdded(line("b")), redone()].reduce(
    drawingsReducer,
    { ...noDrawings, place: "ES:2024-05-03" },
  );
  expect(drawn.shown).toEqual([line("b")]);
  expect(drawn.future).toEqual([]);
});
