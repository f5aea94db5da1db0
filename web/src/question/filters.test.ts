import { describe, expect, it } from "vitest";
import {
  type Filter,
  incompleteReason,
  inLists,
  isConditioned,
  mergeFilters,
  statusOf,
  toConditions,
} from "./filters";

const gap: Filter = { feature: "gap_up", operator: "=", value: true };
const fill: Filter = { feature: "gap_fill_bar", operator: "<=", value: 24 };

describe("an incomplete filter", () => {
  it.each<[Filter, string]>([
    [{ feature: "x", operator: "range", value: ["2024-02-05", null] }, "a range needs both ends"],
    [{ feature: "x", operator: "range", value: [null, "2024-02-05"] }, "a range needs both ends"],
    [{ feature: "x", operator: "range", value: [null, null] }, "choose a value"],
    [{ feature: "x", operator: "range", value: [2, 1] }, "lower end above upper"],
    [{ feature: "x", operator: "in", value: [] }, "choose at least one value"],
    [{ feature: "x", operator: "not_in", value: [null, ""] }, "choose at least one value"],
    [inLists(), "choose a list"],
    [{ feature: "x", operator: ">", value: null }, "choose a value"],
    [{ feature: "x", operator: "=", value: "" }, "choose a value"],
    [{ feature: "x", operator: ">", value: null, unread: { value: "1e3" } }, "“1e3” is not a number"],
    [
      { feature: "x", operator: ">", value: 1, unread: { low: "1234567890ab" } },
      "“1234567890ab” is not a number",
    ],
    [
      { feature: "x", operator: ">", value: 1, unread: { low: "1234567890abc" } },
      "“1234567890ab…” is not a number",
    ],
    [{ feature: "x", operator: "=", value: 24, unread: { by_bar: "82" } }, "by bar takes 1 to 81"],
    [
      { feature: "x", operator: "=", value: 24, unread: { first_in: "21" } },
      "first time in takes 1 to 20 days",
    ],
    [{ feature: "x", operator: ">", value: -1e13 }, "numbers go to 1,000,000,000,000"],
    [{ feature: "x", operator: "range", value: [0, 1e13] }, "numbers go to 1,000,000,000,000"],
  ])("%o says what it lacks", (filter, reason) => {
    expect(incompleteReason(filter)).toBe(reason);
  });

  it("is not sent", () => {
    const conditions = toConditions([gap, { feature: "x", operator: "range", value: [2, 1] }]);
    expect(conditions).toEqual({ gap_up: { operator: "=", value: true } });
  });

  it.each<Filter>([
    { feature: "x", operator: "=", value: 0 },
    { feature: "x", operator: "=", value: false },
    { feature: "x", operator: "range", value: [0, 0] },
    { feature: "x", operator: "in", value: ["flat", null] },
    { feature: "x", operator: ">", value: 1e12 },
    { feature: "x", operator: ">", value: null, removed: true },
  ])("is not one that is complete or goes: %o", (filter) => {
    expect(incompleteReason(filter)).toBeNull();
  });
});

describe("merging", () => {
  it("keeps one filter per feature, and the pending one wins at the active one's place", () => {
    const later = { ...gap, value: false };
    expect(mergeFilters([gap, fill], [later])).toEqual([later, fill]);
  });
});

describe("conditions", () => {
  it("bear by_bar only where it is set", () => {
    expect(toConditions([{ ...fill, by_bar: 30 }, gap])).toEqual({
      gap_fill_bar: { operator: "<=", value: 24, by_bar: 30 },
      gap_up: { operator: "=", value: true },
    });
  });
});

describe("status", () => {
  it("is pending, active, modified or none", () => {
    expect([
      statusOf(gap, undefined),
      statusOf(undefined, gap),
      statusOf(gap, gap),
      statusOf(undefined, undefined),
    ]).toEqual(["pending", "active", "modified", "none"]);
  });
});

it("dates alone are nothing filtered", () => {
  const dates: Filter = { feature: "Date_Range", operator: "range", value: ["2024-02-05", "2025-01-01"] };
  expect(isConditioned([dates])).toBe(false);
  expect(isConditioned([dates, gap])).toBe(true);
});
