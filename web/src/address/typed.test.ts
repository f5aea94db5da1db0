import fc from "fast-check";
import { expect, it } from "vitest";
import type { NextNote } from "@/api/generated";
import { SCREEN_PARAMETERS } from "@/screens/screens";
import {
  isSession,
  noteOf,
  readPrice,
  readSession,
  TYPED_FIELDS,
  type Typed,
  typedDay,
  typedNumbers,
} from "./typed";

it.each([
  ["6812.25", 6812.25],
  ["6812,25", 6812.25],
  ["6,812.25", 6812.25],
  ["6.812,25", 6812.25],
  ["6 812,25", 6812.25],
  ["6\u202f812.25", 6812.25],
  ["6,812", 6812],
  ["6812,125", 6812.125],
  ["6812.", 6812],
  ["6812,", 6812],
  [" 68 ", 68],
  ["", null],
  ["  ", null],
  ["6812.25x", undefined],
  ["68 12", undefined],
  ["1e3", undefined],
  ["-6812", undefined],
  ["0", undefined],
  ["0.000001", 1e-6],
  ["1000000000", 1e9],
  ["99999999999", undefined],
  ["Infinity", undefined],
  ["0.0000001", undefined],
])("the text %o is the price %o", (text, price) => {
  expect(readPrice(text)).toBe(price);
});

it("a price is the same with a point or a comma before its decimals, and thousands parted by the other", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999_999 }), (ticks) => {
      const price = ticks / 4;
      const plain = price.toFixed(2);
      const english = price.toLocaleString("en-US", { minimumFractionDigits: 2 });
      const other = english.replaceAll(",", " ").replace(".", ",");
      for (const text of [plain, plain.replace(".", ","), english, other, other.replaceAll(" ", ".")])
        expect(readPrice(text)).toBe(price);
    }),
  );
});

const typed = fc.record(
  Object.fromEntries(
    TYPED_FIELDS.map((field) => [field, fc.integer({ min: 1, max: 1e6 }).map((n) => n / 100)]),
  ),
  { requiredKeys: [] },
) as fc.Arbitrary<Typed>;

it("numbers that were put into an address are read from it, and others are gone", () => {
  fc.assert(
    fc.property(typed, typed, (before, after) => {
      const query = new URLSearchParams({ kept: "yes" });
      typedNumbers.write(query, before);
      typedNumbers.write(query, after);
      expect(typedNumbers.read(query)).toEqual(after);
      expect(query.get("kept")).toBe("yes");
    }),
  );
});

it("the first hour is asked once all three of its numbers are there", () => {
  expect(typedDay({})).toEqual({});
  expect(typedDay({ open: 5, orh: 7, orl: 4 })).toEqual({ open: 5 });
  expect(typedDay({ gxh: 6, gxl: 3, orh: 7, orl: 4, orc: 6 })).toEqual({
    gxh: 6,
    gxl: 3,
    or12: { high: 7, low: 4, close: 6 },
  });
});

it.each([
  ["2026-11-27", "2026-11-27", true],
  ["2026-11-27 ES", "2026-11-27 ES", true],
  ["2026-11-27 NQ", "2026-11-27 NQ", false],
  ["2026-11-26", "2026-11-26", false],
  ["2026-11-27 ES NQ", null, false],
  ["2026-02-30", null, false],
])("the address %o names the session %o", (text, session, isShown) => {
  expect(readSession(text)).toBe(session);
  expect(isSession(text, { session_date: "2026-11-27", symbol: "ES" })).toBe(isShown);
});

it("a note on the first hour stands at each of its numbers", () => {
  const notes = [
    { field: "open", text: "no tick" },
    { field: "or12", text: "high below low" },
  ] as NextNote[];
  expect(TYPED_FIELDS.map((field) => noteOf(field, notes))).toEqual([
    "no tick",
    undefined,
    undefined,
    "high below low",
    "high below low",
    "high below low",
  ]);
});

it("a copied link bears every number", () => {
  expect(SCREEN_PARAMETERS).toEqual(expect.arrayContaining([...TYPED_FIELDS, "next", "for", "on"]));
});
