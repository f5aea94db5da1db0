import { describe, expect, test } from "vitest";
import { NO_COIN } from "@/lib/testing/coins";
import { FEATURE, TIMING } from "../testing/fixtures";
import { byBar, firstCheckpoint, timingColumns } from "./timing";

describe("by bar", () => {
  test("20 of 40 days had it by bar 12; of the 20 still open 10 were to come", () => {
    const { byThen, stillToCome } = byBar(TIMING, 40, 12);
    expect(byThen).toMatchObject({ days: 20, n: 40, percentage: 50 });
    expect(stillToCome).toMatchObject({ days: 10, n: 20, percentage: 50 });
  });

  test("by the last bar the share is the occurrence and nothing is to come", () => {
    const { byThen, stillToCome } = byBar(TIMING, 40, 81);
    expect(byThen?.percentage).toBe(75);
    expect(stillToCome).toMatchObject({ days: 0, n: 10, percentage: 0 });
  });

  test("where every day has had it, still to come is unknown, not 0 %", () => {
    expect(byBar(TIMING, 30, 81).stillToCome).toBeNull();
  });
});

describe("the columns", () => {
  const model = timingColumns(TIMING, 40);

  test("are the bars 1 to 81, with the event days of each", () => {
    expect(model.columns).toHaveLength(81);
    expect(model.columns[1]?.value).toBe(20);
    expect(model.columns[29]?.value).toBe(10);
    expect(model.columns.reduce((sum, { value }) => sum + value, 0)).toBe(TIMING.total_occurrences);
  });

  test("have the others scaled to as many event days", () => {
    expect(model.others?.[1]).toBe(15);
    expect(model.others?.[59]).toBe(15);
    expect(model.others?.reduce((sum, days) => sum + days, 0)).toBe(TIMING.total_occurrences);
  });

  test("tell bar, clock, days, others, by then and still to come", () => {
    expect(model.columns[29]?.text).toBe(
      "Bar 30 (11:55): 10 of 30 event days\nothers 0 of 60\nby bar 30 75.00%, still to come 0.00%",
    );
  });

  test("tell on what share of a coin's days it had happened", () => {
    const coin = { days: 40, by_bar: Array.from({ length: 81 }, (_, index) => (index < 29 ? 0 : 0.43)) };
    const { columns } = timingColumns({ ...TIMING, coin }, 40);
    expect(columns[28]?.text).toMatch(/\ncoin 0.00% by bar 29$/);
    expect(columns[29]?.text).toMatch(/\ncoin 43.00% by bar 30$/);
    const without = timingColumns({ ...TIMING, coin: NO_COIN }, 40);
    expect(without.columns[29]?.text).not.toContain("coin");
  });

  test("have no line of others where none are, or none had the event", () => {
    expect(timingColumns({ ...TIMING, others: null }, 40).others).toBeNull();
    const none = { ...TIMING, total_occurrences: 0, distribution: {} };
    expect(timingColumns({ ...TIMING, others: none }, 40).others).toBeNull();
  });

  test("of what comes on every session tell days, and nothing still to come", () => {
    const { columns } = timingColumns(TIMING, 40, 81, true);
    expect(columns[29]?.text).toBe("Bar 30 (11:55): 10 of 30 days\nothers 0 of 60\nby bar 30 75.00%");
  });

  test("end with the last bar that can be", () => {
    const first = timingColumns(TIMING, 40, 12, true);
    expect(first.columns).toHaveLength(12);
    expect(first.bands).toEqual([]);
  });

  test("lie on the three periods of the day", () => {
    expect(model.bands).toEqual([
      [0, 27],
      [54, 81],
    ]);
  });
});

test("an event that resolves after bar 12 is read at the next checkpoint", () => {
  expect(firstCheckpoint(FEATURE.resolves_from)).toBe(12);
  expect(firstCheckpoint(13)).toBe(18);
  expect(firstCheckpoint(81)).toBe(54);
});
