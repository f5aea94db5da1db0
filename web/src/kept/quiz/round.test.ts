// @vitest-environment jsdom
import { expect, it } from "vitest";
import type { QuizDay } from "@/api/generated";
import { dayIsOver, keptRound, waitingDay } from "./round";

const bars = { o: [0, 1], h: [2, 3], l: [-1, 0], c: [1, 2] };
const day: QuizDay = {
  ...{ token: "t1", expires_at: 2000, as_of: 2, feature: "gap_fill_bar", adr10: 200, snapshot: "s1" },
  levels: { hoy: 40, loy: -400, coy: -10, gxh: null, gxl: -20 },
  bars,
};
const keep = (parts: object = {}) =>
  localStorage.setItem(keptRound.name, JSON.stringify({ id: "r1", asks: "{}", day, ...parts }));

it("a day waits for the guess of its round, until its hour is over", () => {
  keep();
  expect(waitingDay("r1", 1_999_999)).toEqual(day);
  expect(waitingDay("r1", 2_000_000)).toBeNull();
  expect(waitingDay("r2", 0)).toBeNull();
});

it("after its guess it waits no more; the guess of another day leaves it", () => {
  keep();
  dayIsOver({ token: "t0" });
  expect(waitingDay("r1", 0)).toEqual(day);
  dayIsOver(day);
  expect(waitingDay("r1", 0)).toBeNull();
  expect(keptRound.load().value).toEqual({ id: "r1", asks: "{}", day: null });
});

it.each([
  ["no JSON", "{"],
  ["a list", "[]"],
  ["no number of bars", JSON.stringify({ id: "r1", asks: "{}", day: { ...day, bars: { ...bars, h: [2] } } })],
  ["bars beyond the seen one", JSON.stringify({ id: "r1", asks: "{}", day: { ...day, as_of: 1 } })],
  [
    "a price that is none",
    JSON.stringify({ id: "r1", asks: "{}", day: { ...day, bars: { ...bars, c: [1, "2"] } } }),
  ],
])("what cannot be drawn is no round: %s", (_, text) => {
  localStorage.setItem(keptRound.name, text);
  expect(keptRound.load().value).toBeNull();
  expect(waitingDay("r1", 0)).toBeNull();
  dayIsOver(day);
});
