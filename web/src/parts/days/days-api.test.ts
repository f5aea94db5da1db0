// @vitest-environment jsdom
import { expect, it } from "vitest";
import { defaultColumns } from "./days-api";

const known = new Set(["a", "b", "c", "d", "e", "f", "g"]);

it("the bar's feature comes first, then the filtered ones, then the open cards, six in all", () => {
  expect(defaultColumns(["b"], "a", ["c", "a", "d", "e", "f", "g"], known)).toEqual([
    "a",
    "b",
    "c",
    "d",
    "e",
    "f",
  ]);
});

it("a feature the visitor does not see is left out", () => {
  expect(defaultColumns(["x"], null, ["y", "c"], known)).toEqual(["c"]);
});
