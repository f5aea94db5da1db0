import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { CoinPicture } from "./coin-picture";

test("a day stands beside three of its coin days, each told by how it ends and how many bars were turned", () => {
  render(<CoinPicture />);
  const [day, ...coinDays] = screen.getAllByRole("img").map((picture) => picture.getAttribute("aria-label"));
  expect(day).toMatch(/^\d+ ticks below its open at the close$/);
  expect(coinDays).toHaveLength(3);
  for (const coinDay of coinDays)
    expect(coinDay).toMatch(/^\d+ of 81 bars turned: \d+ ticks (above|below) its open at the close$/);
  for (const picture of screen.getAllByRole("img")) expect(picture.querySelectorAll("rect")).toHaveLength(81);
});
