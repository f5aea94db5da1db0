import { expect, it } from "vitest";
import type { CompareAnswer, FeatureResult } from "@/api/generated";
import { ledgerReducer, lookSeen, noLooks } from "@/kept/ledger/ledger-slice";
import { idOf, type Look, levelAfter, readLook, smallestCompared, smallestOf } from "@/kept/ledger/looks";
import { aFeature, gapClass, gapUp } from "@/lib/testing/fixtures";
import { questionOf } from "@/question/question-text";
import { foundWords, luckWords } from "./luck";
import { COLUMNS, csvOf, inOrderOf, rowsOf } from "./rows";

const gap = { feature: "gap_up", operator: "=", value: true } as const;
const question = questionOf([gap]);
const aLook = (more: Partial<Look> = {}): Look => ({
  ...{ question, feature: "gap_filled", n: 40, rate: 0.5, p: 0.2, level: 0.01, at: 0 },
  ...more,
});

it("levels are LOND's, by numbers computed apart, and never reach 0.05 in sum while nothing is found", () => {
  const levels = [0, 1, 2, 99].map((taken) => levelAfter(taken, 0));
  const expected = [0.030719177, 0.006114228, 0.002559931, 0.000006929];
  for (const [at, level] of levels.entries()) expect(level).toBeCloseTo(expected[at] ?? Number.NaN, 8);
  expect(levelAfter(9, 3)).toBeCloseTo(4 * levelAfter(9, 0), 15);
  const sum = Array.from({ length: 1e5 }, (_, taken) => levelAfter(taken, 0)).reduce((a, b) => a + b);
  expect(sum).toBeGreaterThan(0.0485);
  expect(sum).toBeLessThan(0.05);
});

it.each([
  [[], "No looks yet. Each question under filters whose p-value a card shows is one."],
  [[0.2], "1 look. By luck alone at most 1 in 20 shows p below 0.05; this one does not."],
  [[0.04], "1 look. By luck alone at most 1 in 20 shows p below 0.05; this one does."],
  [[0.04, 0.5], "2 looks. By luck alone fewer than 1 would show p below 0.05; you have seen 1."],
  [
    Array.from({ length: 34 }, (_, at) => (at < 3 ? 0.01 : 0.05)),
    "34 looks. By luck alone at most about 2 would show p below 0.05; you have seen 3.",
  ],
])("the sentence for %j", (p, words) => {
  expect(luckWords(p.map((each) => aLook({ p: each })))).toBe(words);
});

it.each([
  [[0.2, 0.011], "None is found: no p is at or below its level."],
  [
    [0.01, 0.2],
    "1 is found: p is at or below its level. Of all that is found, 1 in 20 at most is expected to be luck.",
  ],
  [[0.001, 0.002], /^2 are found: /],
])("what is found of %j", (p, words) => {
  expect(foundWords(p.map((each) => aLook({ p: each })))).toMatch(words);
});

it("a question is the same in whatever order it was entered, and another with other dates", () => {
  const days = { feature: "day_of_week", operator: "in", value: ["Mon", "Fri"] } as const;
  const dates = (to: string) => ({
    feature: "Date_Range",
    operator: "range" as const,
    value: ["2020-01-01", to],
  });
  const turned = { ...days, value: ["Fri", "Mon", "Fri"] };
  expect(questionOf([gap, { ...days, value: [...days.value] }])).toBe(questionOf([turned, gap]));
  expect(questionOf([gap, { feature: "or12_dir", operator: "=", value: null }])).toBe(question);
  expect(questionOf([gap, dates("2021-01-01")])).not.toBe(questionOf([gap, dates("2021-01-02")]));
  expect(questionOf([gap, { ...gap, feature: "x", by_bar: 6 }])).not.toBe(
    questionOf([gap, { ...gap, feature: "x" }]),
  );
});

it.each([
  ["no object", 7],
  ["no question", { ...aLook(), question: undefined }],
  ["a question that is none", aLook({ question: "[{]" })],
  ["a filter that is none", aLook({ question: '[{"feature":"gap_up","operator":"~","value":true}]' })],
  ["p beyond 1", aLook({ p: 1.2 })],
  ["no level", { ...aLook(), level: undefined }],
  ["a level below 0", aLook({ level: -0.1 })],
  ["half a day", aLook({ n: 0.5 })],
  ["a rate in percent", aLook({ rate: 50 })],
  ["no moment", aLook({ at: 1e20 })],
  ["no feature", aLook({ feature: "" })],
  ["a cut at no number", { ...aLook(), cut: { by: "gap_size_pts", value: "2", label: null } }],
])("%s is no look", (_, entry) => {
  expect(readLook(entry)).toBeNull();
});

it("a cut is a look of its own, read again as it was written and worded by its filter", () => {
  const cut = { by: "gap_size_pts", value: 2.5, label: null };
  const parted = aLook({ cut, p: 0.01 });
  expect(readLook(JSON.parse(JSON.stringify(parted)))).toEqual(parted);
  const others = [
    { ...cut, value: 3 },
    { ...cut, by: "adr10_pts" },
    { ...cut, label: "flat" },
  ];
  const looks = [aLook(), parted, ...others.map((other) => aLook({ cut: other }))];
  expect(new Set(looks.map(idOf)).size).toBe(5);
  const seen = [...looks, { ...parted, p: 0.02, at: 9 }].reduce(
    (ledger, look) => ledgerReducer(ledger, lookSeen(look)),
    noLooks,
  );
  expect(seen.looks.map(({ p }) => p)).toEqual([0.2, 0.01, 0.2, 0.2, 0.2]);
  const labelled = aLook({ feature: "gap_class", cut: { ...cut, label: "full_up" } });
  expect(rowsOf([labelled], new Map([["gap_class", gapClass]]))[0]?.feature).toBe("Gap Class: Full up");
  const [card, row] = rowsOf(looks, new Map([["gap_size_pts", aFeature()]]));
  expect(card?.question).toBe("Gap up");
  expect(row?.question).toBe("Gap up; Gap Size: 2.5 points or more beside the days below");
});

it("a comparison is a look of its own whichever side comes first, read again and worded by both", () => {
  const other = questionOf([{ ...gap, value: false }]);
  const compared = aLook({ against: other, p: 0.01 });
  const turned = { ...compared, question: other, against: question };
  expect(new Set([aLook(), compared, turned, aLook({ question: other })].map(idOf)).size).toBe(3);
  expect(readLook(JSON.parse(JSON.stringify(compared)))).toEqual(compared);
  const spelled = other.replace("{", "{ ");
  expect(readLook({ ...compared, against: spelled })).toEqual(compared);
  expect(readLook({ ...compared, against: "[{]" })).toBeNull();
  const worded = (opened: string[]) => rowsOf([compared], new Map(), new Set(opened))[0]?.question;
  expect(worded([])).toBe("Gap up beside Not: gap up");
  expect(worded([other])).toMatch(/ \(opened\)$/);
});

it("a look is read again as it was written, its question in the one spelling", () => {
  expect(readLook(JSON.parse(JSON.stringify(aLook())))).toEqual(aLook());
  const spelled = '[{"value":true,"operator":"=","feature":"gap_up"}]';
  expect(readLook(aLook({ question: spelled }))).toEqual(aLook());
});

const judged = (p: number | null, against = "coin") => ({ verdict: { against, adjusted_p: p } });
const card = (feature: string, ...modules: object[]) =>
  [feature, { modules: modules.map((data) => ({ data })) } as unknown as FeatureResult] as const;

it("the look at cards has the smallest adjusted p of all their outcomes", () => {
  const rate = { occurrence: 0.5, total_days: 9, coin: judged(0.4) };
  const labels = [{ coin: judged(0.3) }, { coin: judged(null) }, { coin: null }];
  const shown = [card("rate", rate), card("number", { n: 7, median: 2, coin: judged(0.6) })];
  expect(smallestOf(shown)).toEqual({ feature: "rate", n: 9, rate: 0.5, p: 0.4 });
  expect(smallestOf([...shown, card("labels", {}, { n: 12, labels })])).toEqual({
    ...{ feature: "labels", n: 12, rate: null, p: 0.3 },
  });
  const place = { total_observations: 5, labels: [{ coin: judged(0.1) }] };
  expect(smallestOf([card("place", place)])?.n).toBe(5);
});

it("the smallest p counts double where cards compare with a coin and with other days", () => {
  const rate = { occurrence: 0.5, total_days: 9, coin: judged(0.4), others: judged(0.2, "others") };
  expect(smallestOf([card("rate", rate)])?.p).toBe(0.4);
  expect(smallestOf([card("rate", { ...rate, coin: judged(null) })])?.p).toBe(0.2);
  expect(smallestOf([card("rate", { ...rate, others: judged(0.7, "others") })])?.p).toBe(0.8);
  expect(smallestOf([card("rate", { ...rate, others: judged(0.9, "others"), coin: judged(0.8) })])?.p).toBe(
    1,
  );
});

it.each([
  ["no card", []],
  ["a card without an answer", [card("none")]],
  ["a number beside other days", [card("number", { n: 7, median: 2, others: { n: 3, median: 1 } })]],
  ["no test", [card("rate", { occurrence: 0.5, total_days: 9, coin: judged(null), others: null })]],
])("%s is no look", (_, cards) => {
  expect(smallestOf(cards)).toBeNull();
});

it("the look at a comparison has the smallest adjusted p of all that it compares", () => {
  const compared = (p: number | null, more: object = {}) => ({
    a: { total_days: 30, occurrence: 0.4 },
    verdict: { adjusted_p: p },
    ...more,
  });
  const label = { a: { total_days: 20, occurrence: 0.1 }, verdict: { adjusted_p: 0.02 } };
  const features = { one: compared(0.3), two: compared(null), three: compared(0.5, { labels: [label] }) };
  const found = smallestCompared(features as unknown as CompareAnswer["features"]);
  expect(found).toEqual({ feature: "three", n: 20, rate: 0.1, p: 0.02 });
  expect(smallestCompared({})).toBeNull();
});

it.each([
  [0, "below 0.000001"],
  [0.00034, "0.00034"],
  [0.0305, "0.030"],
  [1, "1.000"],
])("p and level of %d are written as %s", (value, words) => {
  const [row] = rowsOf([aLook({ p: value, level: value })], new Map());
  const written = COLUMNS.filter(({ id }) => id === "p" || id === "level").map(
    ({ write }) => row && write(row),
  );
  expect(written).toEqual([words, words]);
});

it("rows order by each column, those without a value last, and a file holds them as they are", () => {
  const looks = [
    aLook({ p: 0.2, at: 1 }),
    aLook({ feature: "=or12", rate: null, p: 0.01, at: 2 }),
    aLook({ question: questionOf([]), rate: 0.1, p: 0.04, at: 3 }),
  ];
  const rows = rowsOf(looks, new Map([[gapUp.name, gapUp]]));
  const ordered = (column: Parameters<typeof inOrderOf>[1], descending: boolean) =>
    inOrderOf(rows, column, descending).map(({ at }) => at);
  expect(ordered("p", false)).toEqual([2, 3, 1]);
  expect(ordered("p", true)).toEqual([1, 3, 2]);
  expect(ordered("rate", true)).toEqual([1, 3, 2]);
  expect(ordered("rate", false)).toEqual([3, 1, 2]);
  expect(ordered("question", false)).toEqual([3, 1, 2]);
  const lines = csvOf(rows).split("\r\n");
  expect(lines).toHaveLength(5);
  expect(lines[2]).toBe(`"Gap up","'=or12",40,,0.01,0.01,yes,1970-01-01T00:00:00.002Z`);
});

it("a p reads as at most its level just where it is found", () => {
  const write = (look: Look, id: string) =>
    COLUMNS.find((column) => column.id === id)?.write(rowsOf([look], new Map())[0] as never);
  for (const level of [0.05, 0.0061142, 0.00256, 0.0010004, 0.00099961, 0.0000453])
    for (const off of [-1e-3, -4e-4, -1e-5, -1e-6, 0, 1e-6, 1e-5, 4e-4, 1e-3]) {
      const look = aLook({ p: Math.max(1e-6, level + off), level });
      const [p, of, found] = ["p", "level", "found"].map((id) => write(look, id));
      expect([look.p, level, Number(p) <= Number(of)]).toEqual([look.p, level, found === "yes"]);
    }
});
