import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readLink } from "@/address/link";
import { contradictionOf } from "./contradiction";
import {
  applied,
  type Condition,
  type Filter,
  type Group,
  idOf,
  incompleteReason,
  mergeFilters,
  pendingFor,
  toConditions,
} from "./filters";
import {
  emptyFilters,
  filterEdited,
  filterReplaced,
  filtersApplied,
  filtersReducer,
  nextActive,
  selectEnabledFeatures,
} from "./filters-slice";
import { questionOf } from "./question-text";
import { readDrafts, readWhole } from "./read-filter";

const up: Condition = { feature: "gap_up", operator: "=", value: true };
const big: Condition = { feature: "gap_size_pts_prev3", operator: ">", value: 5, first_in: 4 };
const fill: Condition = { feature: "gap_fill_bar", operator: "<=", value: 24, by_bar: 30 };
const aGroup = (parts: Partial<Group> = {}): Group =>
  applied({ id: "group-x", kind: "any_of", of: [up, big], ...parts }) as Group;
const asked = (filters: unknown) => readLink(`?filters=${encodeURIComponent(JSON.stringify(filters))}`);

describe("what the API is asked", () => {
  it("is a map without groups, and a list with one", () => {
    expect(JSON.stringify(toConditions([up, fill]))).toBe(
      '{"gap_up":{"operator":"=","value":true},"gap_fill_bar":{"operator":"<=","value":24,"by_bar":30}}',
    );
    const least = aGroup({ kind: "at_least", count: 2, of: [up, big, fill] });
    expect(toConditions([up, aGroup(), aGroup({ kind: "none_of", of: [fill] }), least])).toEqual([
      up,
      { any_of: [up, big] },
      { none_of: [fill] },
      { at_least: { count: 2, of: [up, big, fill] } },
    ]);
  });

  it("bears nothing that only the page knows", () => {
    const pending: Filter = { ...up, replaces: "group-1" };
    expect(toConditions([pending])).toEqual({ gap_up: { operator: "=", value: true } });
    expect(toConditions([{ ...aGroup(), replaces: "gap_up" }])).toEqual([{ any_of: [up, big] }]);
  });

  it("leaves out a group of which a condition is incomplete", () => {
    expect(toConditions([up, aGroup({ of: [up, { ...big, value: null }] })])).toEqual({
      gap_up: { operator: "=", value: true },
    });
  });
});

it.each<[Partial<Group>, string | null]>([
  [{}, null],
  [{ of: [] }, "add a condition"],
  [{ of: [up, { ...fill, value: null }] }, "choose a value"],
  [{ of: [up, { ...up }] }, "two conditions ask the same"],
  [{ of: [up, { ...up, first_in: 2 }] }, null],
  [{ kind: "at_least", count: 3 }, "at least takes 1 to 2"],
  [{ kind: "at_least", count: 0 }, "at least takes 1 to 2"],
  [{ kind: "at_least" }, "at least takes 1 to 2"],
  [{ kind: "at_least", count: 2 }, null],
])("a group with %o lacks: %s", (parts, reason) => {
  expect(incompleteReason(aGroup(parts))).toBe(reason);
});

it.each<[unknown, string[]]>([
  [undefined, []],
  ["gap_up", ["all filters"]],
  [[{ ...up, feature: "x".repeat(41), operator: "~" }], ["x".repeat(40)]],
  [[{ ...up, feature: "" }], ["one without a name"]],
  [[7], ["one without a name"]],
])("of %o, what cannot be read is named: %o", (data, unread) => {
  expect(readDrafts(data)).toEqual({ filters: [], unread });
});

describe("groups that are read", () => {
  it.each<[string, unknown, Filter[]]>([
    ["a list", [{ any_of: [up, big] }, fill], [aGroup(), fill]],
    ["a map", { any_of: [up, big], gap_fill_bar: { ...fill } }, [aGroup(), fill]],
    [
      "at least, in a map",
      { at_least: { count: 1, of: [up] } },
      [aGroup({ kind: "at_least", count: 1, of: [up] })],
    ],
    ["other keys that are null", [{ any_of: null, none_of: [up] }], [aGroup({ kind: "none_of", of: [up] })]],
    ["as the page keeps them", [aGroup()], [aGroup()]],
  ])("%s", (_, filters, read) => {
    expect(asked(filters)).toMatchObject({ filters: read, leftOut: null });
  });

  it.each<[string, unknown]>([
    ["no conditions", { any_of: [] }],
    ["a group in it", { any_of: [{ none_of: [up] }] }],
    ["a condition that cannot be read", { none_of: [up, { ...up, operator: "~" }] }],
    ["too high a count", { at_least: { count: 3, of: [up, big] } }],
    ["half a count", { at_least: { count: 1.5, of: [up, big] } }],
    ["no count", { at_least: { of: [up] } }],
    ["a count it does not take", { id: "group-1", kind: "any_of", count: 1, of: [up] }],
    ["no list", { any_of: up }],
  ])("are named as one where they have %s", (_, group) => {
    expect(asked([fill, group])).toMatchObject({ filters: [fill], leftOut: ["a group"] });
  });

  it("hold at most fifty conditions with the others", () => {
    const many = Array.from({ length: 45 }, (_, at): Condition => ({ ...up, feature: `f${at}` }));
    const { filters, unread } = readWhole([...many, aGroup({ of: [...many.slice(0, 4), fill, big] }), fill]);
    expect(filters.map(idOf)).toEqual([...many.map(idOf), idOf(fill)]);
    expect(unread).toEqual(["a group"]);
  });

  it("that wait go on waiting for what they replace, and those that are active replace nothing", () => {
    const waiting = { ...aGroup({ of: [up, { ...big, value: null }] }), replaces: "gap_up" };
    expect(readDrafts([waiting]).filters).toEqual([waiting]);
    expect(readWhole([{ ...up, replaces: "group-1" }]).filters).toEqual([up]);
  });

  it.each([0, 21, 1.5])("first time in %s days cannot be read", (first_in) => {
    expect(readWhole([{ ...up, first_in }]).unread).toEqual(["gap_up"]);
  });
});

const scalar = fc.oneof(fc.boolean(), fc.integer({ min: -1e6, max: 1e6 }), fc.constant("flat"));
const conditions = fc
  .record(
    {
      feature: fc.constantFrom("gap_up", "gap_up_prev", "gap_up_prev5", "nr7", "__proto__"),
      operator: fc.constantFrom("=", ">", "!=" as const),
      value: scalar,
      by_bar: fc.integer({ min: 1, max: 81 }),
      first_in: fc.integer({ min: 1, max: 20 }),
    },
    { requiredKeys: ["feature", "operator", "value"] },
  )
  .map((condition) => ({ ...condition }) as Condition);
const groups = fc
  .record({
    kind: fc.constantFrom("any_of", "none_of", "at_least" as const),
    of: fc.uniqueArray(conditions, { minLength: 1, maxLength: 4, selector: ({ feature }) => feature }),
    count: fc.integer({ min: 1, max: 4 }),
  })
  .map(({ kind, of, count }) =>
    applied({ id: "group-x", kind, of, ...(kind === "at_least" && { count: Math.min(count, of.length) }) }),
  );
const lists = fc.array(fc.oneof(conditions, groups), { maxLength: 6 }).map((list) => mergeFilters([], list));

it("what the API is asked reads back as the same filters in the same order", () => {
  fc.assert(
    fc.property(lists, (filters) => {
      const text = JSON.stringify(toConditions(filters));
      const read = readLink(`?${new URLSearchParams({ filters: text })}`);
      expect(read).toMatchObject({ filters, leftOut: null });
      expect(JSON.stringify(toConditions(read.filters ?? []))).toBe(text);
    }),
    { seed: 19 },
  );
});

it("a question is one, however its filters and their conditions are ordered, and another of another kind", () => {
  fc.assert(
    fc.property(lists, fc.array(fc.nat()), (filters, keys) => {
      const turned = <Part>(parts: readonly Part[]) =>
        parts
          .map((part, at) => ({ part, key: keys[at] ?? at }))
          .sort((a, b) => b.key - a.key)
          .map(({ part }) => part);
      const other = turned(filters).map((each) => ("of" in each ? { ...each, of: turned(each.of) } : each));
      expect(questionOf(other)).toBe(questionOf(filters));
      const question = JSON.parse(questionOf(filters));
      expect(questionOf(readWhole(question).filters)).toBe(questionOf(filters));
    }),
    { seed: 19 },
  );
  expect(questionOf([aGroup()])).not.toBe(questionOf([aGroup({ kind: "none_of" })]));
  expect(questionOf([up])).toBe('[{"feature":"gap_up","operator":"=","value":true}]');
});

describe("a filter in the place of another", () => {
  const active = [fill, up];
  const state = { ...emptyFilters, active };
  const group = aGroup({ id: "group-new" });

  it("stands there once it is applied, and the other is gone", () => {
    const next = filtersReducer(state, filterReplaced({ id: "gap_up", filter: group }));
    expect(next.pending).toEqual([{ ...group, replaces: "gap_up" }]);
    expect(pendingFor(next.pending, "gap_up")).toBe(next.pending[0]);
    expect(nextActive(next)).toEqual([fill, aGroup()]);
    const done = filtersReducer(next, filtersApplied({ filters: nextActive(next), appliedAt: 1 }));
    expect(done).toMatchObject({ active: [fill, aGroup()], pending: [] });
  });

  it("that is the other again leaves nothing pending", () => {
    const next = filtersReducer(state, filterReplaced({ id: "gap_up", filter: group }));
    expect(filtersReducer(next, filterReplaced({ id: group.id, filter: up })).pending).toEqual([]);
  });

  it("goes on replacing what the one before replaced", () => {
    const day = { ...up, feature: "gap_up_prev2" };
    const first = filtersReducer(state, filterReplaced({ id: "gap_up", filter: group }));
    const second = filtersReducer(first, filterReplaced({ id: group.id, filter: day }));
    expect(nextActive(second)).toEqual([fill, day]);
  });

  it("keeps the place of one that was pending, and replaces nothing that is active", () => {
    const waiting = { ...emptyFilters, pending: [up, fill] };
    const next = filtersReducer(waiting, filterReplaced({ id: "gap_up", filter: group }));
    expect(next.pending).toEqual([group, fill]);
  });

  it("waits while it is incomplete, and what it replaces stays", () => {
    const blank = aGroup({ of: [up, { ...big, value: null }] });
    const next = filtersReducer(state, filterReplaced({ id: "gap_up", filter: blank }));
    expect(nextActive(next)).toEqual([fill, up]);
  });

  it("does not swallow a filter that is set on the card meanwhile", () => {
    const next = filtersReducer(state, filterReplaced({ id: "gap_up", filter: group }));
    const no = { ...up, value: false };
    expect(nextActive(filtersReducer(next, filterEdited(no)))).toEqual([fill, aGroup(), no]);
  });
});

it("a group that is edited is pending under the id of the active one", () => {
  const state = { ...emptyFilters, active: [aGroup()] };
  const edited = { ...aGroup(), kind: "none_of" as const };
  const next = filtersReducer(state, filterEdited(edited));
  expect(next.pending).toEqual([edited]);
  expect(nextActive(next)).toEqual([aGroup({ kind: "none_of" })]);
  expect(filtersReducer(next, filterEdited(aGroup())).pending).toEqual([]);
});

it("the features of groups are enabled too", () => {
  const filters = { ...emptyFilters, active: [fill, aGroup()] };
  expect(selectEnabledFeatures({ filters })).toEqual(["gap_fill_bar", "gap_up", "gap_size_pts"]);
});

const not = (...of: Condition[]) => aGroup({ kind: "none_of", of });

it.each<[string, Filter, Filter[], Condition | null]>([
  ["asked for and excluded", up, [up, not(up)], up],
  ["the same, seen from the other", not(up), [up, not(up)], up],
  ["another day", up, [up, not({ ...up, feature: "gap_up_prev" })], null],
  ["another value", up, [up, not({ ...up, value: false })], null],
  ["any of, one left", aGroup(), [aGroup(), not(up)], null],
  ["any of, none left", aGroup(), [aGroup(), not(up, big)], up],
  [
    "too few left",
    aGroup({ kind: "at_least", count: 2 }),
    [aGroup({ kind: "at_least", count: 2 }), not(big)],
    big,
  ],
  [
    "the opposite of a boolean",
    aGroup({ of: [{ ...up, value: false }] }),
    [up, aGroup({ of: [{ ...up, value: false }] })],
    { ...up, value: false },
  ],
  [
    "the opposite, first time",
    aGroup({ of: [{ ...up, value: false }] }),
    [{ ...up, first_in: 3 }, aGroup({ of: [{ ...up, value: false }] })],
    null,
  ],
  ["of filters this one is not among", fill, [fill, up, not(up)], null],
])("a contradiction: %s", (_, filter, filters, condition) => {
  expect(contradictionOf(filter, filters)).toEqual(condition);
});
