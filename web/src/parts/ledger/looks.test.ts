import { expect, it } from "vitest";
import type { FeatureResult } from "@/api/generated";
import { ledgerReducer, lookSeen, noLooks } from "@/kept/ledger/ledger-slice";
import { idOf, type Look, readLook, testOf } from "@/kept/ledger/looks";
import { aFeature, gapClass, gapUp } from "@/lib/testing/fixtures";
import { questionOf } from "@/question/question-text";
import { benjaminiHochberg, luckWords } from "./luck";
import { csvOf, inOrderOf, rowsOf } from "./rows";

const gap = { feature: "gap_up", operator: "=", value: true } as const;
const question = questionOf([gap]);
const aLook = (more: Partial<Look> = {}): Look => ({
  ...{ question, feature: "gap_filled", n: 40, rate: 0.5, p: 0.2, at: 0 },
  ...more,
});

it("q-values are those of statsmodels 0.14, multipletests(method='fdr_bh')", () => {
  const p = [0.012, 0.5, 0.0004, 0.03, 0.049, 0.2, 0.03, 0.91, 0.0004, 1.0];
  const q = [0.04, 0.625, 0.002, 0.06, 0.081666666667, 0.285714285714, 0.06, 1.0, 0.002, 1.0];
  for (const [at, value] of benjaminiHochberg(p).entries())
    expect(value).toBeCloseTo(q[at] ?? Number.NaN, 11);
  expect(benjaminiHochberg([])).toEqual([]);
  expect(benjaminiHochberg([0.04])).toEqual([0.04]);
});

it.each([
  [[], "No looks yet. Each p-value that a card shows under filters is one."],
  [[0.2], "1 look. By luck alone 1 in 20 shows p below 0.05; this one does not."],
  [[0.04], "1 look. By luck alone 1 in 20 shows p below 0.05; this one does."],
  [[0.04, 0.5], "2 looks. By luck alone fewer than 1 would show p below 0.05; you have seen 1."],
  [
    Array.from({ length: 34 }, (_, at) => (at < 3 ? 0.01 : 0.05)),
    "34 looks. By luck alone about 2 would show p below 0.05; you have seen 3.",
  ],
])("the sentence for %j", (p, words) => {
  expect(luckWords(p.map((each) => aLook({ p: each })))).toBe(words);
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
  expect(seen.looks.map(({ p }) => p)).toEqual([0.2, 0.02, 0.2, 0.2, 0.2]);
  const labelled = aLook({ feature: "gap_class", cut: { ...cut, label: "full_up" } });
  expect(rowsOf([labelled], new Map([["gap_class", gapClass]]))[0]?.feature).toBe("Gap Class: Full up");
  const [card, row] = rowsOf(looks, new Map([["gap_size_pts", aFeature()]]));
  expect(card?.question).toBe("Gap up equals True");
  expect(row?.question).toBe("Gap up equals True; Gap Size ≥ 2.5 pts beside the days below");
});

it("a comparison is a look of its own whichever side comes first, read again and worded by both", () => {
  const other = questionOf([{ ...gap, value: false }]);
  const compared = aLook({ against: other, p: 0.01 });
  const turned = { ...compared, question: other, against: question };
  expect(new Set([aLook(), compared, turned, aLook({ question: other })].map(idOf)).size).toBe(3);
  expect(idOf({ ...compared, feature: "gap_class" })).not.toBe(idOf(compared));
  expect(readLook(JSON.parse(JSON.stringify(compared)))).toEqual(compared);
  const spelled = other.replace("{", "{ ");
  expect(readLook({ ...compared, against: spelled })).toEqual(compared);
  expect(readLook({ ...compared, against: "[{]" })).toBeNull();
  const worded = (opened: string[]) => rowsOf([compared], new Map(), new Set(opened))[0]?.question;
  expect(worded([])).toBe("Gap up equals True beside Gap up equals False");
  expect(worded([other])).toMatch(/ \(opened\)$/);
});

it("a look is read again as it was written, its question in the one spelling", () => {
  expect(readLook(JSON.parse(JSON.stringify(aLook())))).toEqual(aLook());
  const spelled = '[{"value":true,"operator":"=","feature":"gap_up"}]';
  expect(readLook(aLook({ question: spelled }))).toEqual(aLook());
});

const answer = (data: object, metadata?: object) =>
  ({ feature: "f", modules: { one: { data } }, metadata }) as unknown as FeatureResult;

it("the test of a card is that of the rate or of its most frequent label, and none that is not shown", () => {
  const others = (p: number | null) => ({ verdict: { p } });
  const share = { occurrence_days: 3, total_days: 9, occurrence: 1 / 3, others: others(0.4) };
  expect(testOf("f", answer(share))).toEqual({ n: 9, rate: 1 / 3, p: 0.4 });
  expect(testOf("f", answer({ ...share, others: others(null) }))).toBeNull();
  expect(testOf("f", answer({ ...share, others: null }))).toBeNull();
  expect(testOf("f", answer(share, { conditioned: true, decided_by: ["f"] }))).toBeNull();
  const labels = [
    { count: 3, others: others(0.2) },
    { count: 9, others: others(0.01) },
  ];
  expect(testOf("f", answer({ labels, n: 12 }))).toEqual({ n: 12, rate: 0.75, p: 0.01 });
  expect(testOf("f", answer({ labels, total_observations: 12 }))?.p).toBe(0.01);
  expect(testOf("f", answer({ labels: [], n: 0 }))).toBeNull();
  expect(testOf("f", answer({ median: 3 }))).toBeNull();
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
  expect(lines[2]).toBe(`"Gap Up equals True","'=or12",40,,0.01,0.03,1970-01-01T00:00:00.002Z`);
});
