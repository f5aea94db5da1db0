import fc from "fast-check";
import type { Drawing } from "@/kept/drawings/drawings";
import { firstUi } from "@/lib/state/ui-slice";
import { DEFAULT_AMA } from "@/plot/settings/ama-settings";
import { DEFAULT_LINES } from "@/plot/settings/line-settings";
import { applied, type Condition, type Filter, mergeFilters } from "@/question/filters";

const feature = fc.constantFrom(
  "gap_up",
  "gap_size",
  "hod_bar",
  "Date_Range",
  "day_list",
  "open_vs_yday_prev",
  "gap_up_prev3",
  "__proto__",
);
const scalar = fc.oneof(
  fc.boolean(),
  fc.integer(),
  fc.double({ noNaN: true, min: -1e12, max: 1e12 }),
  fc.string(),
);
const part = scalar.filter((value) => value !== "" && !Object.is(value, -0));
const known = {
  by_bar: fc.option(fc.integer({ min: 1, max: 81 }), { nil: undefined }),
  first_in: fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined }),
};

/** A condition that can be sent. */
const condition: fc.Arbitrary<Condition> = fc
  .oneof(
    fc.record({
      feature,
      operator: fc.constantFrom("=", "!=", ">", "<=" as const),
      value: part,
      ...known,
    }),
    fc.record({
      feature,
      operator: fc.constantFrom("in", "not_in" as const),
      value: fc.array(part, { minLength: 1, maxLength: 4 }),
      ...known,
    }),
    fc.record({
      feature,
      operator: fc.constant("range" as const),
      value: fc.tuple(fc.integer(), fc.nat()).map(([low, more]) => [low, low + more]),
      ...known,
    }),
  )
  .map((parts) => {
    const given = Object.entries(parts).filter(([, value]) => value !== undefined);
    return Object.fromEntries(given) as unknown as Condition;
  });

/** A group that can be sent: at least one of its conditions, and no two that ask of the same feature. */
const group = fc
  .record({
    kind: fc.constantFrom("any_of", "none_of", "at_least" as const),
    of: fc.uniqueArray(condition, { minLength: 1, maxLength: 3, selector: (each) => each.feature }),
  })
  .map(({ kind, of }) =>
    applied({ id: "group-x", kind, ...(kind === "at_least" && { count: of.length }), of }),
  );

/** A filter that can be sent. */
export const filter: fc.Arbitrary<Filter> = fc.oneof({ weight: 3, arbitrary: condition }, group);

/** Filters as the page holds them, one an id. */
export const filters = fc.array(filter, { maxLength: 5 }).map((list) => mergeFilters([], list));

const ends = ["x1", "y1", "x2", "y2"] as const;
const number = fc.double({ min: -1e6, max: 1e6, noNaN: true }).filter((value) => !Object.is(value, -0));

/** Drawings as the page keeps them. */
export const drawings: fc.Arbitrary<Drawing[]> = fc.uniqueArray(
  fc.oneof(
    fc.record({ id: fc.uuid(), type: fc.constant("horizontal_line" as const), y: number }),
    fc.record({
      id: fc.uuid(),
      type: fc.constantFrom("trend_line", "rectangle" as const),
      ...(Object.fromEntries(ends.map((end) => [end, number])) as Record<
        (typeof ends)[number],
        typeof number
      >),
    }),
    fc.record({
      id: fc.uuid(),
      type: fc.constant("text" as const),
      x: number,
      y: number,
      text: fc.constant("a"),
    }),
  ),
  { maxLength: 4, selector: ({ id }) => id },
) as fc.Arbitrary<Drawing[]>;

/** The settings of every kind of profile, right ones. */
export const SETTINGS = {
  dashboard: {
    selectedCategories: firstUi.selectedCategories,
    categoryOrder: firstUi.categoryOrder,
    expandedCategories: firstUi.expandedCategories,
    showPreviousDayFilters: true,
  },
  ama: DEFAULT_AMA,
  lines: DEFAULT_LINES,
};
