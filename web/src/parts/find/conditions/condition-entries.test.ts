import { expect, it } from "vitest";
import { aDayList } from "@/lib/testing/fixtures";
import { filterWords } from "@/question/filter-words";
import { headingWords } from "@/question/heading-words";
import type { Entry } from "../entries";
import { realCatalogue } from "../testing/catalogue";
import { conditionsOf } from "./condition-entries";
import { labelsOf } from "./labels";

const catalogue = realCatalogue();
const features = new Map(catalogue.features.map((feature) => [feature.name, feature]));
const conditions = conditionsOf(catalogue);
/** The filters that an entry sets, in the words that name feature, operator and value. */
const wordsOf = ({ target }: Entry) =>
  target.kind === "conditions" ? target.filters.map((each) => headingWords(each, features)).join("; ") : "";
const found = (text: string) => conditions.find(text).entries.map(wordsOf);

it.each([
  ["gap 0.2 0.4", "Absolute Gap (% of ADR10) 20 to 40"],
  ["gap 0.2 to 0.4 adr", "Absolute Gap (% of ADR10) 20 to 40"],
  ["gap up 0.3 adr", "Gap Up equals True; Absolute Gap (% of ADR10) 25 to 35"],
  ["gap up of about 0.3 ADR", "Gap Up equals True; Absolute Gap (% of ADR10) 25 to 35"],
  ["gap down 20 to 40", "Gap Down equals True; Absolute Gap (% of ADR10) 20 to 40"],
  ["gap up 5-10 pts", "Gap Size (pts, signed) 5 to 10"],
  ["gap down 5-10 points", "Gap Size (pts, signed) −10 to −5"],
  ["gap down more than 5 points", "Gap Size (pts, signed) < −5"],
  ["gap > 30%", "Absolute Gap (% of ADR10) > 30"],
  ["gap between 10% and 30%", "Absolute Gap (% of ADR10) 10 to 30"],
  ["gap -30%", "Gap Down equals True; Absolute Gap (% of ADR10) 25 to 35"],
  ["gap −0.3 adr", "Gap Down equals True; Absolute Gap (% of ADR10) 25 to 35"],
  ["gap < -30%", "Gap Down equals True; Absolute Gap (% of ADR10) > 30"],
  ["gap -30% to -10%", "Gap Down equals True; Absolute Gap (% of ADR10) 10 to 30"],
  ["gap down -30%", "Gap Down equals True; Absolute Gap (% of ADR10) 25 to 35"],
  ["gap down -5 points", "Gap Size (pts, signed) −5.8 to −4.2"],
  ["gap less than -5 points", "Gap Size (pts, signed) < −5"],
  ["gap > -5 points", "Gap Size (pts, signed) > −5"],
  ["atr > 30", "ADR10 (pts) > 30"],
  ["adr at least 40", "ADR10 (pts) ≥ 40"],
  ["or12 range under 40", "OR12 Range (% of ADR10) < 40"],
  ["or12 range under 0.4 adr", "OR12 Range (% of ADR10) < 40"],
  ["or 6 range under 40", "OR6 Range (% of ADR10) < 40"],
  ["first 30 minutes range under 0.4 adr", "OR6 Range (% of ADR10) < 40"],
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
  ["or12 up", "OR12 Direction in Bull"],
  ["or12 down", "OR12 Direction in Bear"],
  ["or12 breakout up", "OR12 Breakout Up (bar) not equals No Event"],
])("%s is first %s", (text, first) => expect(found(text)[0]).toBe(first));

it("a number that may be of several features or directions makes several conditions", () => {
  expect(found("gap 20 to 40")).toEqual(
    expect.arrayContaining(["Absolute Gap (% of ADR10) 20 to 40", "Gap Size (pts, signed) 20 to 40"]),
  );
  expect(found("adr 30")).toEqual(
    expect.arrayContaining(["ADR10 (pts) 25 to 35", "ADR10 (pts) ≥ 30", "ADR10 (pts) ≤ 30"]),
  );
});

it.each(["gap up -30%", "gap > -30%", "gap -30", "deepest gap retrace -30%"])(
  "%s asks no number that a feature cannot have",
  (text) => expect(found(text).filter((words) => /(?:% of ADR10|Retrace).*−/.test(words))).toEqual([]),
);

it("a whole question is read as its conditions", () => {
  const [all] = conditions.find("gap up 0.3 adr, open inside yesterday, tuesday after a down day").entries;
  expect(all?.title).toBe("All 5 conditions");
  expect(all?.detail).toBe(
    "Gap up; Absolute gap 25% to 35% of ADR10; Opens inside yesterday's range; Tuesday; Yesterday closed down",
  );
});

it.each(["", "  ", "20 to 40", "xyzzy", "2025-04-09", "OR12"])("%s is no amount", (text) => {
  expect(conditions.sure(text).filter(({ title }) => /\d/.test(title))).toEqual([]);
});

it("a condition is found once, in the words that students use", () => {
  const titles = conditions.find("tuesday").entries.map(({ title }) => title);
  expect(titles.filter((title) => /Tue/.test(title))).toEqual(["Tuesday"]);
});

it("what the tier does not have is not offered", () => {
  const lite = conditionsOf(realCatalogue("lite"));
  const asked = ["yesterday down", "gap 20 to 40"].flatMap((text) => lite.find(text).entries);
  const sentences = [...lite.usual, ...asked].map(wordsOf);
  expect(sentences).toContain("Gap Up equals True");
  expect(sentences.filter((sentence) => /previous day|Absolute Gap/.test(sentence))).toEqual([]);
});

const lists = ["gap and go", "Textbook reversals", "Textbook trends"].map((name) =>
  aDayList(name, "2024-05-03"),
);
const withLists = conditionsOf(realCatalogue(), lists);

it.each([
  ["in list gap", ["In list gap and go"], true],
  ["in list gap and go", ["In list gap and go"], true],
  ["list textbook reversals", ["In list Textbook reversals"], true],
  ["not in list gap", ["Not in list gap and go"], true],
  ["in list textbook", ["In list Textbook reversals", "In list Textbook trends"], false],
  ["in list", lists.map(({ name }) => `In list ${name}`), false],
  ["textbook trends", ["In list Textbook trends"], true],
])("of the lists, %s is %j", (text, titles, isSure) => {
  const { entries, isSure: isFound } = withLists.find(text);
  expect(entries.map(({ title }) => title).slice(0, titles.length)).toEqual(titles);
  expect(isFound).toBe(isSure);
});

it("a list is offered with how many days it has, where nothing is typed too", () => {
  const usual = withLists.usual.find(({ title }) => title === "In list gap and go");
  expect(usual).toMatchObject({ detail: "1 day", target: { filters: [{ value: ["gap and go"] }] } });
  expect(withLists.find("gap and go").entries.map(({ title }) => title)).toContain("In list gap and go");
  const [all] = withLists.find("gap up, in list gap").entries;
  expect(all && wordsOf(all)).toBe("Gap Up equals True; in the list gap and go");
});

const QUESTION =
  "Gap Up equals True; Absolute Gap (% of ADR10) 25 to 35; Open vs Yesterday Range in Inside; Weekday in Tue; Bull Day (close above open), previous day equals False";

it.each([
  ["gap up yesterday", "Gap Up, previous day equals True"],
  ["gap up 2 days ago", "Gap Up, 2 days before equals True"],
  ["two days ago gap down", "Gap Down, 2 days before equals True"],
  ["outside day 3 days ago", "Outside Day, 3 days before equals True"],
  ["inside day yesterday", "Inside Day, previous day equals True"],
  ["after an inside day", "Inside Day, previous day equals True"],
  ["day after nr7", "NR7, previous day equals True"],
  ["yesterday closed down", "Bull Day (close above open), previous day equals False"],
  ["red yesterday", "Bull Day (close above open), previous day equals False"],
  ["yesterday trend day bull", "Day Type, previous day in Trend bull"],
  ["close above open", "Bull Day (close above open) equals True"],
  ["down day", "Bull Day (close above open) equals False"],
  ["close above yesterday's close", "Close Above CoY equals True"],
  ["previous day low breakout", "LoY Breakout (bar) not equals No Event"],
  ["half day yesterday", "Yesterday Was a Half Day equals True"],
  ["bar 1 bull", "Bar 1 Type in Bull"],
  ["bar 1 range > 20", "Bar 1 Range (% of ADR10) > 20"],
  ["bar 18 close above ema20", "Bar 18 Close vs EMA20 in Above"],
  ["opening reversal by bar 18 bull", "Opening Reversal by Bar 18 in Bull"],
  ["or12 range < 20", "OR12 Range (% of ADR10) < 20"],
  ["between 20 and 40 gap", "Absolute Gap (% of ADR10) 20 to 40"],
  ["between 20 and 40 gap and tuesday", "Absolute Gap (% of ADR10) 20 to 40; Weekday in Tue"],
  ["gap down more than 0.5 adr", "Gap Down equals True; Absolute Gap (% of ADR10) > 50"],
  ["3 bull days in a row", "Consecutive Bull/Bear Days (signed) 2 to 4"],
  ["gap fill by noon", "Gap Fill (bar) ≤ Bar 30"],
  ["or12 breakout up by 11:00", "OR12 Breakout Up (bar) ≤ Bar 18"],
  ["hoy breakout by 1pm", "HoY Breakout (bar) ≤ Bar 42"],
  ["gap filled", "Gap Fill (bar) not equals No Event"],
  ["no gap fill", "Gap Fill (bar) equals No Event"],
  ["no gap fill by noon", "not (Gap Fill (bar) ≤ Bar 30)"],
  ["not monday", "Weekday not in Mon"],
  ["not monday or tuesday", "Weekday not in Mon, Tue"],
  ["not gap up", "Gap Up equals False"],
  ["not gap up or nr7", "not (Gap Up equals True or NR7 equals True)"],
  ["monday or tuesday", "Weekday in Mon, Tue"],
  ["mon or tue or wed", "Weekday in Mon, Tue, Wed"],
  ["open above or below yesterday", "Open vs Yesterday Range in Above, Below"],
  ["gap up or gap down", "(Gap Up equals True or Gap Down equals True)"],
  ["gap up or down", "(Gap Up equals True or Gap Down equals True)"],
  ["gap up yesterday or tuesday", "(Gap Up, previous day equals True or Weekday in Tue)"],
  ["first time in 5 days gap up", "Gap Up equals True, first time in 5 days"],
  ["first gap up in 5 days", "Gap Up equals True, first time in 5 days"],
  ["gap up, first time in 3 days", "Gap Up equals True, first time in 3 days"],
  ["first time in 5 days not gap up", "Gap Up equals False, first time in 5 days"],
  ["not first time in 5 days gap up", "not (Gap Up equals True, first time in 5 days)"],
  ["gap and go", "Gap and Go equals True"],
  ["friday", "Weekday in Fri"],
  ["january", "Month in 1"],
  ["nr7", "NR7 equals True"],
  ["inside day", "Inside Day equals True"],
  ["gap up of about 0.3 ADR, open inside yesterday, Tuesday after a down day", QUESTION],
])("%s surely is %s", (text, first) => {
  expect(found(text)[0]).toBe(first);
  expect(conditions.find(text).isSure).toBe(true);
});

it.each([
  ["bar 1 trend", "Bar 1 Type in Bull"],
  ["trend day", "Day Type in Trend bull"],
  ["weekday", "Weekday in Mon"],
  ["gap qwertz", "Gap Up equals True"],
  ["yesterday", "Bull Day (close above open), previous day equals False"],
  ["day after fomc", "FOMC Decision Day equals True"],
  ["gap up 9 days ago", "Gap Up equals True"],
])("%s is not sure, and %s is among what it may mean", (text, offered) => {
  expect(found(text)).toContain(offered);
  expect(conditions.find(text).isSure).toBe(false);
});

it("any of several is asked as one filter, the same however often it is typed", () => {
  const ids = ["gap up or nr7", "gap up or nr7"].map((text) => conditions.find(text).entries[0]?.target);
  expect(ids[0]).toMatchObject({
    kind: "conditions",
    filters: [{ kind: "any_of", of: [{ feature: "gap_up" }, { feature: "nr7" }] }],
  });
  expect(ids[1]).toEqual(ids[0]);
});

it.each(
  catalogue.features.flatMap((feature) =>
    labelsOf(feature).map(({ filter }) => filterWords(filter, features)),
  ),
)("a phrase of the catalogue finds what it says: %s", (phrase) => {
  const { entries, isSure } = conditions.find(phrase);
  expect(entries[0]?.title).toBe(phrase);
  expect(isSure).toBe(true);
});
