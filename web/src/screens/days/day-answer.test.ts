import { expect, it } from "vitest";
import { gapFillBar, gapUp } from "@/lib/testing/fixtures";
import { dayAnswer, eventBar } from "./day-answer";

const on = (gap_fill_bar: number | null) => ({ values: { gap_fill_bar, gap_up: true } });

it("an event is told by the close of its bar, or that it did not come", () => {
  expect(dayAnswer(gapFillBar, on(18))).toBe("Gap Fill by 11:00");
  expect(dayAnswer(gapFillBar, on(81))).toBe("Gap Fill by 16:15");
  expect(dayAnswer(gapFillBar, on(0))).toBe("Gap Fill: did not come");
  expect(dayAnswer(gapFillBar, on(null))).toBe("Gap Fill: –");
});

it("any other feature is told by its value", () => {
  expect(dayAnswer(gapUp, on(3))).toBe("Gap Up: True");
});

it("only an event that came has a bar", () => {
  const bars = [on(18), on(0), on(null)].map((day) => eventBar(gapFillBar, day));
  expect([...bars, eventBar(gapUp, on(18)), eventBar(null, on(18))]).toEqual([18, null, null, null, null]);
});
