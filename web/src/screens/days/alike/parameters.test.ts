import fc from "fast-check";
import { expect, it } from "vitest";
import { readParameters } from "@/address/parameters";
import { barOf } from "@/question/as-of";
import { ALIKE } from "./parameters";

const read = (query: string) => readParameters(ALIKE, new URLSearchParams(query));
const FIRST = { date: null, next: null, bar: "b12", leaveOut: [], isNarrowed: false };

it.each([
  ["", {}],
  ["date=2025-04-09&bar=open", { date: "2025-04-09", bar: "open" }],
  ["bar=b99", {}],
  ["bar=day", {}],
  ["leave_out=year,,month,year", { leaveOut: ["year", "month"] }],
  ["days=matching", { isNarrowed: true }],
  ["days=all&date=", {}],
  ["next=2026-11-27&open=6812.25&gxh=x", { next: { session: "2026-11-27", typed: { open: 6812.25 } } }],
  ["next=1", { next: { session: null, typed: {} } }],
])("the address %s", (query, said) => {
  expect(read(query)).toEqual({ ...FIRST, ...said });
});

it("any address asks something: a bar that is one, no feature twice", () => {
  const names = fc.array(fc.constantFrom("", "year", "month", "a b"), { maxLength: 6 }).map(String);
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.oneof(names, fc.string()), (date, bar, names) => {
      const asked = readParameters(ALIKE, new URLSearchParams({ date, bar, leave_out: names }));
      expect(barOf(asked.bar)).not.toBeNull();
      expect(new Set(asked.leaveOut).size).toBe(asked.leaveOut.length);
      expect(asked.leaveOut).not.toContain("");
    }),
  );
});
