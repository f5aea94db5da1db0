import { expect, it } from "vitest";
import type { Entry } from "../entries";
import { realCatalogue } from "../testing/catalogue";
import { conditionsOf } from "./condition-entries";

const conditions = conditionsOf(realCatalogue());
const wordsOf = ({ title, detail }: Entry) => detail || title;
const found = (text: string) => conditions.find(text).map(wordsOf);

it.each([
  ["gap 0.2 0.4", "Absolute Gap (% of ADR10) 20 to 40"],
  ["gap 0.2 to 0.4 adr", "Absolute Gap (% of ADR10) 20 to 40"],
  ["gap up 0.3 adr", "Gap Up equals True; Absolute Gap (% of ADR10) 20 to 40"],
  ["gap up of about 0.3 ADR", "Gap Up equals True; Absolute Gap (% of ADR10) 20 to 40"],
  ["gap down 20 to 40", "Gap Down equals True; Absolute Gap (% of ADR10) 20 to 40"],
  ["gap up 5-10 pts", "Gap Size (pts, signed) 5 to 10"],
  ["gap down 5-10 points", "Gap Size (pts, signed) −10 to −5"],
  ["gap down more than 5 points", "Gap Size (pts, signed) < −5"],
  ["atr > 30", "ADR10 (pts) > 30"],
  ["adr at least 40", "ADR10 (pts) ≥ 40"],
  ["or12 range under 40", "OR12 Range (% of ADR10) < 40"],
  ["or12 range under 0.4 adr", "OR12 Range (% of ADR10) < 40"],
  ["gap fill by 10:30", "Gap Fill (bar) ≤ Bar 12"],
  ["gap fill by bar 24", "Gap Fill (bar) ≤ Bar 24"],
  ["tuesday", "Weekday in Tue"],
  ["tue", "Weekday in Tue"],
  ["inside", "Open vs Yesterday Range in Inside"],
  ["open inside yesterday", "Open vs Yesterday Range in Inside"],
  ["yesterday down", "Bull Day (close above open), previous day equals False"],
  ["after a down day", "Bull Day (close above open), previous day equals False"],
  ["nr7 yesterday", "NR7, previous day equals True"],
  ["fomc", "FOMC Decision Day equals True"],
])("%s is first %s", (text, first) => expect(found(text)[0]).toBe(first));

it("a number that may be of several features or directions makes several conditions", () => {
  expect(found("gap 20 to 40")).toEqual(
    expect.arrayContaining(["Absolute Gap (% of ADR10) 20 to 40", "Gap Size (pts, signed) 20 to 40"]),
  );
  expect(found("adr 30")).toEqual(
    expect.arrayContaining(["ADR10 (pts) 20 to 40", "ADR10 (pts) ≥ 30", "ADR10 (pts) ≤ 30"]),
  );
});

it("a whole question is read as its conditions", () => {
  const [all] = conditions.find("gap up 0.3 adr, open inside yesterday, tuesday after a down day");
  expect(all?.title).toBe("All 5 conditions");
  expect(all?.detail).toBe(
    "Gap Up equals True; Absolute Gap (% of ADR10) 20 to 40; Open vs Yesterday Range in Inside; Weekday in Tue; Bull Day (close above open), previous day equals False",
  );
});

it.each(["", "  ", "20 to 40", "xyzzy", "2025-04-09", "OR12"])("%s is no amount", (text) => {
  expect(conditions.sure(text).filter(({ title }) => /\d/.test(title))).toEqual([]);
});

it("a condition is found once, in the words that students use", () => {
  const titles = conditions.find("tuesday").map(({ title }) => title);
  expect(titles.filter((title) => /Tue/.test(title))).toEqual(["Tuesday"]);
});

it("what the tier does not have is not offered", () => {
  const lite = conditionsOf(realCatalogue("lite"));
  const sentences = [...lite.usual, ...lite.find("yesterday down"), ...lite.find("gap 20 to 40")].map(
    wordsOf,
  );
  expect(sentences).toContain("Gap Up equals True");
  expect(sentences.filter((sentence) => /previous day|Absolute Gap/.test(sentence))).toEqual([]);
});
