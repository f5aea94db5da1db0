import { expect, it } from "vitest";
import { dayName, dayWords } from "./day-words";
import { aDayOfBars } from "./testing/days";

it("a date has its weekday, in the exchange's calendar and no clock's", () => {
  expect(dayName("2024-05-03")).toBe("Friday 3 May 2024");
  expect(dayName("2026-01-01")).toBe("Thursday 1 Jan 2026");
});

const aDay = (close: number, adr10: number | null = 50) =>
  aDayOfBars("2024-05-03", 1, { h: [40], l: [-60], c: [close], tick: 0.5, adr10 });

it.each([
  [aDay(40), "up 0.40 ADR10, closed near its high"],
  [aDay(20), "up 0.20 ADR10, closed near its high"],
  [aDay(19), "up 0.19 ADR10, closed within its range"],
  [aDay(-40), "down 0.40 ADR10, closed near its low"],
  [aDay(-39), "down 0.39 ADR10, closed within its range"],
  [aDay(-60, null), "down 30.00 points, closed near its low"],
  [aDay(0), "unchanged, closed within its range"],
  [aDayOfBars("2024-05-03", 1, { h: [0], l: [0], c: [0] }), "unchanged, closed within its range"],
])("%# a day is told by how far it went and where it closed", (day, words) => {
  expect(dayWords(day)).toBe(words);
});
