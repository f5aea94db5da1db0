import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { asRead } from "@/lib/text/format";
import { filterWords, valueWords, type Worded } from "./filter-words";
import type { Filter } from "./filters";

interface Row {
  filter: Filter;
  feature: Worded | null;
  words: string;
}

/** The service's sentences are held to the same table: tests/contract/test_filter_words.py. */
const TABLE: Row[] = JSON.parse(
  readFileSync(`${import.meta.dirname}/../../../../../tests/golden/filter-words.json`, "utf8"),
);

it.each(TABLE)("words a filter as the service does: $words", ({ filter, feature, words }) => {
  expect(filterWords(filter, feature ?? undefined)).toBe(asRead(words));
});

it("words what the catalogue does not know by its own name, and a missing part as such", () => {
  expect(filterWords({ feature: "unknown_one", operator: "!=", value: 0 }, undefined)).toBe(
    "Unknown one not equals 0",
  );
  expect(filterWords({ feature: "x", operator: "range", value: [null, 2] }, undefined)).toBe("X … to 2");
});

it("words numbers with thousands parted and a true minus", () => {
  expect(valueWords(-1234.5, undefined)).toBe("−1,234.5");
});
