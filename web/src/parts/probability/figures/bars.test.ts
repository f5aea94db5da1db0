import { expect, test } from "vitest";
import { clock, firstBar, formatBar, hourMarks } from "./bars";

/** The chart's time labels (specification, chart drawing). */
test.each([
  [1, "9:30"],
  [13, "10:30"],
  [25, "11:30"],
  [37, "12:30"],
  [49, "1:30"],
  [61, "2:30"],
  [73, "3:30"],
])("bar %i starts at %s", (bar, time) => {
  expect(clock(bar)).toBe(time);
});

test("a median between two bars is told to the minute", () => {
  expect(clock(7.5)).toBe("10:02");
  expect(formatBar(7.5)).toBe("7.5");
  expect(formatBar(7)).toBe("7");
});

test("a range of bars begins at its first", () => {
  expect(firstBar("25-36")).toBe(25);
});

test("an axis has a tick at every full hour; one of part of the day names its ends", () => {
  expect(hourMarks(81).map(({ text }) => text)).toEqual([
    "10:00",
    "11:00",
    "12:00",
    "1:00",
    "2:00",
    "3:00",
    "4:00",
  ]);
  expect(hourMarks(12)).toEqual([
    { text: "9:30", place: 0 },
    { text: "10:00", place: 50, isTick: true },
    { text: "bar 12", place: 100 },
  ]);
});
