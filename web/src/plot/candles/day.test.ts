import { describe, expect, test } from "vitest";
import { isAfterClose, readDay } from "./day";
import { aDay, anAnswer } from "./fixtures";

describe("an answer", () => {
  test("of this service reads as it is", () => {
    const { snapshot: _snapshot, ...day } = anAnswer();
    expect(readDay(anAnswer())).toEqual(day);
  });

  test("gives a bar without an index its place in the list", () => {
    const { bars, ...rest } = anAnswer({ previous: 0, current: 3 });
    const bare = bars.map(({ index: _index, ...bar }) => bar);
    expect(readDay({ ...rest, bars: bare }).bars.map(({ index }) => index)).toEqual([0, 1, 2]);
  });

  test("may name z-scores, lines and navigation otherwise", () => {
    const { bars, referenceLines, navigation: _navigation, ...rest } = anAnswer({ previous: 0, current: 1 });
    const renamed = bars.map(({ z_score_full, z_score_body, ...bar }) => ({
      ...bar,
      zscore_full: z_score_full,
      zscore_body: z_score_body,
    }));
    const navigation = {
      available_dates: ["2024-05-02", "2024-05-03"],
      current_date: "2024-05-03",
      current_index: 1,
      total_dates: 2,
      has_previous: true,
      has_next: false,
    };
    const day = readDay({ ...rest, bars: renamed, reference_lines: referenceLines, navigation });
    expect(day.bars).toMatchObject(bars);
    expect(day.referenceLines).toEqual(referenceLines);
    expect(day.navigation).toEqual({
      availableDates: navigation.available_dates,
      currentDate: "2024-05-03",
      currentIndex: 1,
      totalDates: 2,
      previous: "2024-05-02",
      next: null,
      has_previous: true,
      has_next: false,
    });
  });

  test("without navigation has none", () => {
    expect(readDay({ ...anAnswer(), navigation: undefined }).navigation).toBeNull();
  });
});

test.each([
  ["full", 81, 81],
  ["full", 70, 81],
  ["short", 42, 42],
])("after the close of a %s day with %d bars lies what is beyond bar %d", (kind, current, last) => {
  const day = aDay({ current, metadata: { kind: kind as "full" } });
  expect([isAfterClose(day, last), isAfterClose(day, last + 1)]).toEqual([false, true]);
});
