import { describe, expect, it } from "vitest";
import type { Condition } from "@/question/filters";
import { patched } from "./filter-draft";

const filter = (parts: Partial<Condition>): Condition => ({
  feature: "x",
  operator: "=",
  value: 5,
  ...parts,
});

describe("choosing an operator", () => {
  it("a list operator takes the single value along", () => {
    expect(patched(filter({ value: "up" }), { operator: "in" }).value).toEqual(["up"]);
  });

  it("not_in keeps the values chosen under in", () => {
    const chosen = filter({ operator: "in", value: ["up", "down"] });
    expect(patched(chosen, { operator: "not_in" })).toMatchObject({
      operator: "not_in",
      value: ["up", "down"],
    });
  });

  it("a single operator keeps one value and drops several", () => {
    expect(patched(filter({ operator: "in", value: ["up"] }), { operator: "=" }).value).toBe("up");
    expect(patched(filter({ operator: "in", value: ["a", "b", "c"] }), { operator: "=" }).value).toBeNull();
  });

  it("forgets a value's text that is no number, and keeps those of the other fields, which the filter waits for", () => {
    const unread = { value: "1e3", low: "a", high: "b", by_bar: "99", first_in: "x" };
    expect(patched(filter({ unread }), { operator: "!=" }).unread).toEqual({ by_bar: "99", first_in: "x" });
  });
});

it("by_bar is set, kept by other edits, and taken away", () => {
  const known = patched(filter({}), { by_bar: 30 });
  expect(known.by_bar).toBe(30);
  expect(patched(known, { value: 7 })).toEqual(filter({ value: 7, by_bar: 30 }));
  expect("by_bar" in patched(known, { by_bar: null })).toBe(false);
});
