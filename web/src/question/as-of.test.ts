import { expect, it } from "vitest";
import { readLink } from "@/address/link";
import { gapFillBar, gapUp } from "@/lib/testing/fixtures";
import {
  asOfArg,
  asOfAt,
  barOf,
  barWords,
  canBeCutFrom,
  cutBy,
  isAsOf,
  NAMED_TIMES,
  OTHER_BARS,
  unknownAsOf,
} from "./as-of";
import { applied, inLists } from "./filters";

it.each([
  ["day", null],
  ["pre", -1],
  ["open", 0],
  ["b1", 1],
  ["b80", 80],
  ["b81", null],
  ["b0", null],
  ["b012", null],
  ["12", null],
])("%s is the bar %s", (text, bar) => {
  expect(barOf(text)).toBe(bar);
  expect(asOfArg(text)).toEqual(bar === null ? {} : { as_of: bar });
  expect(asOfAt(bar ?? 81)).toBe(bar === null ? "day" : text);
});

it("days of a list were chosen with the whole day in sight", () => {
  const listed = inLists("gap and go");
  expect(unknownAsOf([listed], new Map(), 80)).toEqual([listed]);
  expect(unknownAsOf([listed], new Map(), null)).toEqual([]);
  expect(canBeCutFrom([listed], new Map(), 12)).toBeNull();
});

it("every choice can be asked, once: the whole day, seven times with a name, and all other bars", () => {
  const all = [...NAMED_TIMES, ...OTHER_BARS];
  expect(all.every(({ value }) => isAsOf(value))).toBe(true);
  expect(new Set(all.map(({ value }) => value)).size).toBe(83);
  expect(NAMED_TIMES.map(({ label }) => label)).toEqual([
    "Whole day",
    "Before open",
    "At the open",
    "Bar 6, 10:00",
    "Bar 12, 10:30",
    "Bar 18, 11:00",
    "Bar 27, 11:45",
    "Bar 54, 14:00",
  ]);
});

it.each([
  [-1, "before the open"],
  [0, "the open, 9:30"],
  [12, "bar 12, 10:30"],
  [54, "bar 54, 14:00"],
])("bar %s in words", (bar, words) => expect(barWords(bar)).toBe(words));

it.each([
  [{}, 12, 1],
  [{ by_bar: 13 }, 12, 1],
  [{ by_bar: 12 }, 12, 0],
  [{ by_bar: 12 }, -1, 1],
  [{ by_bar: 12 }, 0, 1],
  [{}, null, 0],
])("an event %o as of %s leaves %s filters unknown", (known, bar, count) => {
  const features = new Map([[gapFillBar.name, { ...gapFillBar, known_at_bar: 81 }]]);
  const filter = { feature: gapFillBar.name, operator: ">" as const, value: 0, ...known };
  expect(unknownAsOf([filter], features, bar)).toHaveLength(count);
  expect(unknownAsOf([{ ...filter, feature: `${gapFillBar.name}_prev` }], features, bar)).toEqual([]);
});

it("a group is unknown where one of its conditions is, and is cut by the bar where it can be", () => {
  const features = new Map([
    [gapFillBar.name, { ...gapFillBar, known_at_bar: 81 }],
    ["gap_up", { ...gapUp, known_at_bar: 0 }],
    ["nr7", { ...gapUp, name: "nr7", known_at_bar: 81 }],
  ]);
  const fill = { feature: gapFillBar.name, operator: ">" as const, value: 0 };
  const up = { feature: "gap_up", operator: "=" as const, value: true };
  const group = applied({ id: "group-1", kind: "any_of", of: [up, fill] });
  expect(unknownAsOf([group, up], features, 12)).toEqual([group]);
  const early = new Map([[gapFillBar.name, { ...gapFillBar, known_at_bar: 12 }]]);
  expect(unknownAsOf([fill], early, 12)).toEqual([]);
  expect(canBeCutFrom([group], features, 12)).toBe(1);
  expect(unknownAsOf([up], new Map([["gap_up", { ...gapUp, known_at: "pre" }]]), -1)).toEqual([]);
  expect([up, fill].map((each) => cutBy(each, features, 12))).toEqual([up, { ...fill, by_bar: 12 }]);
  expect(cutBy(group, features, 12)).toEqual(
    applied({ id: "group-1", kind: "any_of", of: [up, { ...fill, by_bar: 12 }] }),
  );
  const hindsight = applied({ id: "group-1", kind: "any_of", of: [up, { ...up, feature: "nr7" }] });
  expect(canBeCutFrom([hindsight], features, 12)).toBeNull();
});

it.each([
  [13, 6, 13],
  [13, 13, 13],
  [1, -1, 1],
  [81, 12, null],
])(
  "an event that can come from bar %s on, not known as of %s, can be asked by a bar from %s on",
  (first, bar, from) => {
    const event = { ...gapFillBar, known_at_bar: 81, resolves_from: first };
    const features = new Map([[event.name, event]]);
    expect(canBeCutFrom([{ feature: event.name, operator: ">", value: 0 }], features, bar)).toBe(from);
  },
);

it("a link says the bar; one that names filters and no bar asks of the whole day", () => {
  expect(readLink("?filters=%7B%7D&asOf=b12").asOf).toBe("b12");
  expect(readLink("?filters=%7B%7D").asOf).toBe("day");
  expect(readLink("?symbol=ES").asOf).toBeNull();
  expect(readLink("?asOf=b99").leftOut).toEqual(["as-of bar"]);
});
