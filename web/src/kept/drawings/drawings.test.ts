import { expect, it } from "vitest";
import { type Drawing, isFull, MOST_DRAWINGS } from "./drawings";

const lines = (count: number, isEveryDay: boolean): Drawing[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `${isEveryDay ? "every" : "day"} ${at}`,
    type: "horizontal_line" as const,
    y: 5000 + at,
    ...(isEveryDay && { isEveryDay }),
  }));

it.each([
  [MOST_DRAWINGS, 0, true, false],
  [0, MOST_DRAWINGS, false, true],
  [MOST_DRAWINGS - 1, MOST_DRAWINGS - 1, false, false],
  [MOST_DRAWINGS, MOST_DRAWINGS, true, true],
])("%i drawings of the day and %i of every day are two limits", (day, every, dayFull, everyFull) => {
  const drawings = [...lines(day, false), ...lines(every, true)];
  expect(isFull(drawings)).toBe(dayFull);
  expect(isFull(drawings, true)).toBe(everyFull);
});
