import { expect, it } from "vitest";
import { stepFrom } from "./grid-steps";

/** Three rows: 0 1 2, 3 4 5 and 6. */
const TOPS = [10, 10, 10, 50, 50, 50, 90];

it.each([
  [0, "ArrowRight", 1],
  [2, "ArrowRight", 3],
  [6, "ArrowRight", 6],
  [0, "ArrowLeft", 0],
  [3, "ArrowLeft", 2],
  [1, "ArrowDown", 4],
  [3, "ArrowDown", 6],
  [4, "ArrowDown", 4],
  [4, "ArrowUp", 1],
  [2, "ArrowUp", 2],
  [4, "Home", 0],
  [4, "End", 6],
])("from %i by %s to %i", (at, key, place) => {
  expect(stepFrom(at, key, TOPS)).toBe(place);
});

it("other keys lead nowhere, and one row has no other", () => {
  expect(stepFrom(0, "Enter", TOPS)).toBeNull();
  expect(stepFrom(1, "ArrowDown", [10, 10])).toBe(1);
});
