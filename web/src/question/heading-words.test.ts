import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { asRead } from "@/lib/text/format";
import { type Filter, inLists } from "./filters";
import { headingWords } from "./heading-words";
import { readFilter } from "./read-filter";
import { valueWords, type Worded } from "./value-words";

interface Row {
  filter: object;
  /** Of a condition its feature, of a group those of its conditions by name. */
  feature?: Worded | null;
  features?: Record<string, Worded>;
  words: string;
}

/** The service's sentences are held to the same table: tests/contract/test_filter_words.py. */
const TABLE: Row[] = JSON.parse(
  readFileSync(`${import.meta.dirname}/../../../tests/golden/filter-words.json`, "utf8"),
);

it.each(TABLE)("words a filter as the service does: $words", ({ filter, feature, features, words }) => {
  const read = readFilter(filter);
  const known = new Map(Object.entries(features ?? {}));
  const lookUp = { get: (name: string) => known.get(name) ?? feature ?? undefined };
  expect(read && headingWords(read, lookUp)).toBe(asRead(words));
});

it("words what the catalogue does not know by its own name, and a missing part as such", () => {
  expect(headingWords({ feature: "unknown_one", operator: "!=", value: 0 }, new Map())).toBe(
    "Unknown one not equals 0",
  );
  expect(headingWords({ feature: "x", operator: "range", value: [null, null] }, new Map())).toBe("X … to …");
  expect(headingWords({ feature: "x", operator: "range", value: [null, 2] }, new Map())).toBe("X ≤ 2");
  expect(headingWords({ feature: "x", operator: "in", value: [] }, new Map())).toBe("X in …");
  expect(headingWords({ id: "a", kind: "any_of", of: [] }, new Map())).toBe("(…)");
});

it.each<[Filter, string]>([
  [inLists("gap and go"), "in the list gap and go"],
  [
    { ...inLists("gap and go", "2024-05-03"), operator: "not_in" },
    "not in one of the lists gap and go, 2024-05-03",
  ],
  [inLists(), "in the list …"],
  [{ id: "group-1", kind: "none_of", of: [inLists("textbook")] }, "not (in the list textbook)"],
])("names lists of days as they are: %o is %s", (filter, words) => {
  expect(headingWords(filter, new Map())).toBe(words);
});

it("words numbers with thousands parted and a true minus", () => {
  expect(valueWords(-1234.5, undefined)).toBe("−1,234.5");
});

it("words a number with all of its decimals", () => {
  expect(valueWords(0.125, undefined)).toBe("0.125");
  expect(headingWords({ feature: "x", operator: ">", value: 0.00015 }, new Map())).toBe("X > 0.00015");
});
