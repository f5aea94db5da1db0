import { expect, test } from "vitest";
import { clock, firstBar, formatBar } from "./bars";

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
