import { expect, it } from "vitest";
import { wrapNotes } from "./wrap-notes";

const WORDS = Array.from({ length: 400 }, (_, i) => "ab".repeat((i % 5) + 1)).join(" ");

it("has no lines without notes", () => {
  expect(wrapNotes("")).toEqual([]);
  expect(wrapNotes(" \n ")).toEqual([]);
});

it("breaks between words, at 50 characters at most, and loses none of them", () => {
  const text = WORDS.slice(0, 430);
  const lines = wrapNotes(text);
  expect(lines.join(" ")).toBe(text);
  for (const [at, line] of lines.entries()) {
    expect(line.length).toBeLessThanOrEqual(50);
    const next = lines[at + 1]?.split(" ")[0];
    if (next) expect(`${line} ${next}`.length).toBeGreaterThan(50);
  }
});

it("keeps the lines and empty lines that were written", () => {
  expect(wrapNotes("one\n\ntwo\n")).toEqual(["one", "", "two"]);
});

it("cuts a word that is longer than a line", () => {
  expect(wrapNotes("x".repeat(120))).toEqual(["x".repeat(50), "x".repeat(50), "x".repeat(20)]);
  expect(wrapNotes("é".repeat(51))).toEqual(["é".repeat(50), "é"]);
});

it("ends after ten lines, the last with three dots and still within 50 characters", () => {
  const ten = Array.from({ length: 10 }, (_, i) => `line ${i}`);
  expect(wrapNotes(ten.join("\n"))).toEqual(ten);
  expect(wrapNotes([...ten, "more"].join("\n"))).toEqual([...ten.slice(0, 9), "line 9..."]);
  const long = wrapNotes(WORDS);
  expect(long).toHaveLength(10);
  expect(long.at(-1)).toMatch(/\.\.\.$/);
  expect(long.at(-1)?.length).toBeLessThanOrEqual(50);
});
