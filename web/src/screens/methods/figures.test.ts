// @vitest-environment jsdom
import { expect, it } from "vitest";
import { aFeature } from "@/lib/testing/fixtures";
import { CHAPTERS } from "./chapters/chapters";
import { rangesOf } from "./facts/catalogue-facts";
import { wilsonSteps } from "./facts/worked";
import FIGURES from "./figures.json";

const topics = CHAPTERS.flatMap((chapter) => chapter.topics);

it("every module has a topic", () => {
  const ids = topics.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(Object.values(FIGURES.topicOfModule)));
});

it("no two anchors are alike", () => {
  const ids = CHAPTERS.flatMap(({ id, topics: own }) => [id, ...own.map((topic) => topic.id)]);
  expect(new Set(ids).size).toBe(ids.length);
});

it("the chapters are named as the specification names them, Advanced alone is folded", () => {
  expect(CHAPTERS.map(({ title, startsOpen }) => [title, startsOpen])).toEqual([
    ["Core Concepts", true],
    ["Primary Statistical Methods", true],
    ["Advanced Analysis Methods", false],
    ["Understanding Your Results", true],
    ["Practical Application", true],
  ]);
});

it("says what the specification says of opening ranges and thresholds", () => {
  const text = topics.flatMap(({ paragraphs }) => paragraphs).join(" ");
  expect(text).toContain("OR6 is the range of the first 6 bars, 30 minutes.");
  expect(text).toContain("OR12 is the range of the first 12 bars, 60 minutes.");
  expect(text).toContain("OR18 is the range of the first 18 bars, 90 minutes.");
  expect(text).toContain("Standard thresholds run from 0.5% to 3%.");
});

// statsmodels.stats.proportion: proportion_confint(method="wilson")
it("Wilson's limits are those of statsmodels", () => {
  const one = wilsonSteps(60, 100);
  expect([one.lower, one.upper]).toEqual([
    expect.closeTo(0.5020025867910618, 9),
    expect.closeTo(0.6905987135675411, 9),
  ]);
});

it("none and all have limits that are exactly so", () => {
  expect(wilsonSteps(0, 7).lower).toBe(0);
  expect(wilsonSteps(7, 7).upper).toBe(1);
});

it("edges come from the catalogue, each set once, with what never is passed", () => {
  const own = { bucket_edges: [-10, 0, 10], hard_min: null, hard_max: null };
  const features = [
    aFeature({ displayName: "A", business: own }),
    aFeature({ displayName: "B", business: own }),
    aFeature({ displayName: "C", business: { ...own, bucket_edges: [0, 50], hard_min: 0, hard_max: 100 } }),
    aFeature({ displayName: "D" }),
  ];
  expect(rangesOf(features)).toEqual([
    ["−10, 0, 10 pts", "A, B"],
    ["0, 50 pts (never below 0, never above 100)", "C"],
  ]);
});
