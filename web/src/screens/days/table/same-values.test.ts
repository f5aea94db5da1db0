import { expect, it } from "vitest";
import { aFeature, gapFillBar, gapUp } from "@/lib/testing/fixtures";
import { sameOnEveryRow, sameWords } from "./same-values";

const size = aFeature({ displayName: "Gap Size (pts)" });
const COLUMNS = [gapUp, gapFillBar, size];
const row = (gap_up: boolean | null, gap_fill_bar: number | null, gap_size_pts: number) => ({
  ...{ gap_up, gap_fill_bar, gap_size_pts },
});
const names = (rows: ReturnType<typeof row>[], sortedBy = "session_date") =>
  sameOnEveryRow({ rows }, COLUMNS, sortedBy).map(({ name }) => name);

it("a column is told once where all rows have its value, be that unknown", () => {
  expect(names([row(true, 3, 1), row(true, 3, 2)])).toEqual(["gap_up", "gap_fill_bar"]);
  expect(names([row(null, 3, 1), row(null, 4, 1), row(null, 3, 1)])).toEqual(["gap_up", "gap_size_pts"]);
  expect(names([row(true, 3, 1), row(null, 4, 2)])).toEqual([]);
});

it("neither the column that orders the rows nor those of a single row are told", () => {
  expect(names([row(true, 3, 1), row(true, 3, 2)], "gap_up")).toEqual(["gap_fill_bar"]);
  expect(names([row(true, 3, 1)])).toEqual([]);
  expect(names([])).toEqual([]);
});

it("of a page of several only its own rows are known", () => {
  const rows = [row(true, 3, 1), row(true, 3, 2)];
  const words = "Gap Up = True; Gap Fill (bar) = Bar 3";
  expect(sameWords({ rows, pages: 1 }, [gapUp, gapFillBar])).toBe(`All rows: ${words}`);
  expect(sameWords({ rows, pages: 2 }, [gapUp, gapFillBar])).toBe(`All rows of this page: ${words}`);
});
