// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { aFeature, gapClass, gapFillBar, gapUp } from "@/lib/testing/fixtures";
import { cellText, headingOf } from "./cell-text";

const points = aFeature({ displayName: "Gap Size" });

describe("a cell", () => {
  it.each([
    [gapFillBar, 0, "did not come"],
    [gapFillBar, 24, "Bar 24"],
    [gapClass, "full_up", "Full up"],
    [gapUp, true, "True"],
    [gapUp, false, "False"],
    [points, -3.5, "−3.50"],
    [points, -0.001, "0.00"],
    [points, null, "–"],
    [gapFillBar, null, "–"],
    [{ ...points, type: "date" }, "2024-02-05", "02/05/2024"],
  ])("%# reads as the page writes it", (feature, value, text) => {
    expect(cellText(feature, value)).toBe(text);
  });
});

it("a heading names the unit once", () => {
  expect(headingOf(points)).toBe("Gap Size [pts]");
  expect(headingOf(aFeature({ displayName: "Gap Size (pts, signed)" }))).toBe("Gap Size (pts, signed)");
});
