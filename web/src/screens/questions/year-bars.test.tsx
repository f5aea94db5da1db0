import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import type { YearRate } from "@/api/generated";
import { YearBars } from "./year-bars";

const aYear = (year: number, days: number, occurrence: number, upper: number): YearRate => ({
  year,
  days,
  occurrence_days: Math.round(days * occurrence),
  occurrence,
  confidence_interval: { lower: 0, upper },
});

/** How high each year's bar stands, of 100. */
function heights(years: YearRate[]): number[] {
  const { container } = render(<YearBars years={years} overall={null} />);
  const paths = container.querySelectorAll("path.bar, path.few");
  return [...paths].map((path) => 100 - Number(path.getAttribute("d")?.match(/V([\d.]+)H/)?.[1]));
}

it("a year of few days sets no scale, and its bar ends at the top", () => {
  const whole = [aYear(2023, 250, 0.4, 0.5), aYear(2024, 250, 0.25, 0.4)];
  const [first, second] = heights(whole);
  expect([first, second]).toEqual([80, 50]);
  expect(heights([...whole, aYear(2025, 2, 1, 1)])).toEqual([first, second, 100]);
  expect(heights([...whole, aYear(2025, 9, 1, 1)])).toEqual([first, second, 100]);
});

it("a year of ten days sets the scale", () => {
  expect(heights([aYear(2023, 250, 0.4, 0.5), aYear(2025, 10, 1, 1)])).toEqual([40, 100]);
});
