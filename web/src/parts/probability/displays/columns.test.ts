// @vitest-environment jsdom
import { describe, expect, test } from "vitest";
import { HOURS, NUMBERS, RANGES } from "../testing/distribution-fixtures";
import { binLabel, histogram } from "./numbers";
import { edgeMarks, rangeColumns } from "./ranges";
import { hourColumns } from "./timing";

type Asked = Parameters<typeof histogram>;
const histogramColumns = (...asked: Asked) => histogram(...asked).drawing;
const histogramEnds = (...asked: Asked) => histogram(...asked).marks.map(({ text }) => text);

describe("a histogram", () => {
  test("shows the other days as if they were as many as the matched", () => {
    const { columns, others } = histogramColumns(NUMBERS, "%");
    expect(columns.map(({ value }) => value)).toEqual([10, 25, 5]);
    expect(others).toEqual([20, 10, 10]);
  });

  test("tells of each bin its days, its share and the others'", () => {
    const [, second] = histogramColumns(NUMBERS, "pts").columns;
    expect(second?.text).toBe("10.00 to 20.00 pts: 25 days, 62.50%\nothers 25.00%");
  });

  test("has no line where nothing is filtered", () => {
    expect(histogramColumns({ ...NUMBERS, others_histogram: null }, null).others).toBeNull();
  });

  test("has no line where no other day has a value: unknown is not zero", () => {
    expect(histogramColumns({ ...NUMBERS, others_histogram: [0, 0, 0] }, null).others).toBeNull();
  });

  test("writes its open ends", () => {
    expect(histogramEnds(NUMBERS, "pts")).toEqual(["< 10.00 pts", "≥ 20.00 pts"]);
    expect(histogramEnds({ ...NUMBERS, histogram: [], others_histogram: null }, null)).toEqual(["", ""]);
  });
});

describe("a histogram's axis", () => {
  const bins = [0, 0, 4, 0, 6, 0, 0].map((count, value) => ({ lower: value, upper: value, count }));
  const data = { ...NUMBERS, n: 10, histogram: bins, others_histogram: null };

  test("spans the values that occur, each bar under its own place", () => {
    const { columns } = histogramColumns(data, null);
    expect(columns.map(({ value }) => value)).toEqual([4, 0, 6]);
    expect(columns[0]?.opens).toEqual({ place: "2", label: "2" });
    expect(histogramEnds(data, null)).toEqual(["2", "4"]);
  });

  test("spans the other days' values too", () => {
    const both = { ...data, others_histogram: [0, 5, 0, 0, 0, 5, 0] };
    expect(histogramColumns(both, null).others).toEqual([5, 0, 0, 0, 5]);
    expect(histogramEnds(both, null)).toEqual(["1", "5"]);
  });

  test("of no day at all stays as it is", () => {
    const none = { ...data, n: 0, histogram: bins.map((bin) => ({ ...bin, count: 0 })) };
    expect(histogramColumns(none, null).columns).toHaveLength(7);
  });
});

test("a bin of one whole number is that number", () => {
  expect(binLabel({ lower: 3, upper: 3, count: 1 }, 1, null)).toBe("3");
});

test("an hour is read by the clock, its share next to the others'", () => {
  const { columns, others } = hourColumns(HOURS);
  expect(columns[1]).toEqual({
    value: 33.3333,
    text: "1:30, bars 49-60: 10 days, 33.33%\nothers 50.00%",
    opens: { place: "49-60", label: "event in bars 49-60" },
  });
  expect(others).toEqual([50, 50]);
});

test("ranges keep the server's labels, order and shares", () => {
  const model = rangeColumns({ ...RANGES, others: { ...RANGES, distribution: { "0 %": [6, 10] } } });
  expect(model.columns[0]?.text).toBe("0%: 4 days, 10.00%\nothers 10.00%");
  expect(model.columns.map(({ value }) => value)).toEqual([10, 65, 25]);
  expect(model.others).toEqual([10, 0, 0]);
});

test("others without a value are no line at zero", () => {
  const unknown = {
    ...RANGES,
    distribution: { "0 %": [0, null], "0 to 25 %": [0, null], ">= 25 %": [0, null] },
  };
  expect(rangeColumns({ ...RANGES, others: unknown }).others).toBeNull();
});

describe("the edges under the ranges", () => {
  test("stand between them, an exact value in the middle of its own", () => {
    expect(edgeMarks(["0 %", "0 to 25 %", "25 to 50 %", ">= 50 %"])).toEqual([
      { text: "0", place: 12.5 },
      { text: "25", place: 50 },
      { text: "50", place: 75 },
    ]);
  });

  test("may lie below zero and between whole numbers", () => {
    const marks = edgeMarks(["< -4 pts", "-4 to 0 pts", "0 to 61.8 pts", ">= 61.8 pts"]);
    expect(marks.map(({ text }) => text)).toEqual(["−4", "0", "61.8"]);
  });
});
