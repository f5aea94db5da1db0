import { expect, it } from "vitest";
import { readNumber } from "./number-text";

it.each([
  ["", null],
  ["  ", null],
  ["7", 7],
  [" 0.25 ", 0.25],
  [".5", 0.5],
  ["-1.", -1],
  ["−2.5", -2.5],
  ["+3", 3],
  ["1,500", 1500],
  ["-1,234,567.5", -1234567.5],
  ["-", undefined],
  [".", undefined],
  ["1,5", undefined],
  ["1,5000", undefined],
  ["15,00", undefined],
  ["1.500,25", undefined],
  ["1e3", undefined],
  ["0x10", undefined],
  ["1 500", undefined],
  ["5%", undefined],
  ["Infinity", undefined],
  ["abc", undefined],
])("reads the whole of %o as %o", (text, value) => {
  expect(readNumber(text)).toBe(value);
});
