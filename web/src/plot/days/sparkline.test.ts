import { expect, it } from "vitest";
import { sparkline } from "./sparkline";
import { aDayOfBars } from "./testing/days";

const places = (path: string) =>
  path
    .slice(1)
    .split("L")
    .map((place) => place.split(" ").map(Number));

it("a day's closes run from its open over its whole range, to a tenth of a pixel", () => {
  const { c } = aDayOfBars("2024-05-03", 7);
  const { path, open } = sparkline(c);
  const [high, low] = [Math.max(0, ...c), Math.min(0, ...c)];
  const drawn = places(path);
  expect(drawn).toHaveLength(82);
  expect(drawn[0]).toEqual([0, open]);
  for (const [bar, close] of c.entries()) {
    const [x = 0, y = 0] = drawn[bar + 1] ?? [];
    expect(Math.abs(x - (96 * (bar + 1)) / 81)).toBeLessThanOrEqual(0.05);
    expect(Math.abs(y - (1 + (20 * (high - close)) / (high - low)))).toBeLessThanOrEqual(0.051);
  }
});

it("a day that did not move is a line in the middle", () => {
  expect(sparkline([0, 0])).toEqual({ path: "M0 11L48 11L96 11", open: 11 });
});
