import { expect, it } from "vitest";
import { aFeature } from "@/lib/testing/fixtures";
import { aDayOfBars } from "@/plot/days/testing/days";
import { galleryTitle, scaleWords } from "./words";

const features = new Map([["gap_size_pts", aFeature({ displayName: "Gap Size (pts)" })]]);
const by = (column: string, descending: boolean) => ({ column, descending });

it("a page is told by its days, its place and its order", () => {
  const page = { total: 412, page: 2, pages: 18 };
  expect(galleryTitle(page, by("session_date", true), features)).toBe(
    "412 days, page 2 of 18, by date, newest first",
  );
  expect(galleryTitle({ total: 1, page: 1, pages: 1 }, {}, features)).toBe("1 day, by date, oldest first");
  expect(galleryTitle(page, by("gap_size_pts", false), features)).toBe(
    "412 days, page 2 of 18, by Gap Size (pts), ascending",
  );
});

it("the scale of a page is told where a day has one", () => {
  const day = aDayOfBars("2024-05-03", 1, { h: [100], l: [-20], adr10: 20 });
  expect(scaleWords([day])).toContain("1.25 ADR10 away");
  expect(scaleWords([{ ...day, adr10: null }])).toContain("No day has an ADR10");
});
