import { describe, expect, it } from "vitest";
import type { FeatureResult, OtherDays, Verdict } from "@/api/generated";
import { aFeature } from "@/lib/testing/fixtures";
import { differencesOf, summaryWords, withoutWords } from "./differences";

type Test = Pick<Verdict, "code"> & { p: number | null; adjusted_p: number | null };

const CHANCE: Test = { code: "could_be_chance", p: 0.6, adjusted_p: 1 };
const LOOKS: Test = { code: "looks_different", p: 0.01, adjusted_p: 0.4 };
const MORE: Test = { code: "more", p: 0.0001, adjusted_p: 0.004 };
const NONE: Test = { code: "not_tested", p: null, adjusted_p: null };

const others = (test: Test, difference = 0.1) =>
  ({ difference, verdict: { against: "others", words: test.code, family_size: 54, ...test } }) as OtherDays;

const answer = (name: string, data: object, metadata: object = {}) =>
  [
    aFeature({ name }),
    { feature: name, metadata, modules: { any: { data } } } as unknown as FeatureResult,
  ] as const;

const rate = (name: string, test: Test, difference?: number, metadata?: object) =>
  answer(
    name,
    { occurrence: 0.5, occurrence_days: 20, total_days: 40, others: others(test, difference) },
    metadata,
  );

const labels = (name: string, tests: Record<string, Test>) =>
  answer(name, {
    labels: Object.entries(tests).map(([label, test]) => ({ label, pct: 25, others: others(test) })),
  });

const named = (rows: ReturnType<typeof differencesOf>["rows"]) => rows.map(({ feature }) => feature.name);

describe("the lines", () => {
  it("have one for each card, the surest first: by adjusted p, by p, by size", () => {
    const { rows } = differencesOf([
      rate("small", CHANCE, 0.01),
      rate("large", CHANCE, -0.2),
      rate("looks", LOOKS),
      rate("more", MORE),
    ]);
    expect(named(rows)).toEqual(["more", "looks", "large", "small"]);
  });

  it("have the label that differs most surely, with its share", () => {
    const { rows } = differencesOf([labels("class", { up: CHANCE, flat: MORE, down: LOOKS })]);
    expect(rows).toMatchObject([{ label: "flat", rate: 0.25 }]);
  });

  it("leave out what is not tested, what a filter decides, and numbers", () => {
    const decided = { conditioned: true, decided_by: ["decided"], outcome: null };
    const { rows, without } = differencesOf([
      rate("untested", NONE),
      rate("decided", MORE, 0.1, decided),
      answer("number", { median_interval: {}, median: 3 }),
    ]);
    expect(rows).toEqual([]);
    expect(without.map(({ name }) => name)).toEqual(["untested", "decided", "number"]);
    expect(withoutWords(without.slice(0, 1))).toMatch(/^Not compared with the other days: /);
  });
});

describe("the first sentence", () => {
  it.each([
    [[rate("a", CHANCE), rate("b", LOOKS)], "None of the 54 comparisons differs beyond chance."],
    [[rate("a", MORE), rate("b", LOOKS)], "1 of the 54 comparisons differs beyond chance."],
    [
      [rate("a", MORE), labels("b", { up: { ...MORE, code: "fewer" }, down: CHANCE })],
      "2 of the 54 comparisons differ beyond chance.",
    ],
    [[rate("a", NONE)], "No open card can be compared with the other days."],
  ])("counts the comparisons of all cards and labels: %#", (answered, words) => {
    expect(summaryWords(answered)).toBe(words);
  });
});
