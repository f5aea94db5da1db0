import { expect, it } from "vitest";
import type { Drawing } from "./drawings";
import {
  dayShown,
  drawingAdded,
  drawingChanged,
  drawingSelected,
  drawingsReducer,
  noDrawings,
  redone,
  selectedCopied,
  undone,
} from "./drawings-slice";

const line = (id: string): Drawing => ({ id, type: "horizontal_line", y: 5000 });

it("what is drawn after an undo is the only way on: redo brings nothing of the other back", () => {
  const drawn = [drawingAdded(line("a")), undone(), drawingAdded(line("b")), redone()].reduce(
    drawingsReducer,
    { ...noDrawings, place: "ES:2024-05-03" },
  );
  expect(drawn.shown).toEqual([line("b")]);
  expect(drawn.future).toEqual([]);
});

it.each<[string, Partial<Drawing>]>([
  ["a color, a width and a dash", { color: "#E5484D", width: 3, dash: "dotted" }],
  ["to hide it", { isHidden: true }],
  ["every day", { isEveryDay: true }],
])("undo takes back %s, redo brings it again", (_, part) => {
  const before = { ...noDrawings, shown: [line("a")] };
  const changed = drawingsReducer(before, drawingChanged({ ...line("a"), ...part } as Drawing));
  expect(changed.shown).toEqual([{ ...line("a"), ...part }]);
  const back = drawingsReducer(changed, undone());
  expect(back.shown).toEqual([line("a")]);
  expect(drawingsReducer(back, redone()).shown).toEqual(changed.shown);
});

it("the copy in hand stays there when another day is shown", () => {
  const copied = [
    drawingSelected("a"),
    selectedCopied(),
    dayShown({ place: "ES:2024-05-06", drawings: [] }),
  ].reduce(drawingsReducer, { ...noDrawings, shown: [line("a")] });
  expect(copied).toMatchObject({ copied: line("a"), shown: [], selected: null });
});
