import * as v from "valibot";
import type { CompareAnswer, FeatureResult, Verdict } from "@/api/generated";
import { read, record, text, within } from "@/lib/storage/schema";
import { filtersOf, questionOf } from "@/question/question-text";

/** The most looks of a ledger; beyond them the oldest go. */
export const MOST_LOOKS = 2000;
const LATEST_MS = 8.64e15;

/** A cut of a curve: the days of `by` from a value on against those below it, on one label of an enum or on any. */
export interface LookedCut {
  by: string;
  value: number;
  label: string | null;
}

/** The smallest p that a question under filters showed, on its cards, at a cut of a curve or in a comparison. */
export interface Test {
  /** The filters and dates as `questionOf` writes them. */
  question: string;
  /** The feature with the smallest p. */
  feature: string;
  /** Where a curve showed it: the cut, whose upper side `n` and `rate` are of. */
  cut?: LookedCut | undefined;
  /** Where a comparison showed it: the other side's question. `n` and `rate` are of the days of `question`. */
  against?: string | undefined;
  /** Days with a value; the share of them on 0..1, null where a label or a median was tested. */
  n: number;
  rate: number | null;
  /** Adjusted over what the answer tests; of a cut, over all cuts of its curve. */
  p: number;
  /** When it was shown, in milliseconds since the epoch. */
  at: number;
}

/** A test with the level that it got when it was first shown. */
export interface Look extends Test {
  level: number;
}

const FALSE_DISCOVERIES = 0.05;
/** The sum of 1 / (t log²(t + 1)) over all t from 1 on. */
const ALL_WEIGHTS = 3.3877355;

/**
 * The level of the look after `taken` others, of which `found` were found: LOND, which keeps the expected share of luck
 * among all that is found below 0.05 (Javanmard and Montanari, 2018).
 */
export function levelAfter(taken: number, found: number): number {
  const t = taken + 1;
  return (FALSE_DISCOVERIES * (found + 1)) / (ALL_WEIGHTS * t * Math.log(t + 1) ** 2);
}

/** Whether a look found something, for good. */
export const isFound = ({ p, level }: Look) => p <= level;

/** What makes a look the same one, seen again; two sides are compared whichever comes first. */
export function idOf({ feature, question, cut, against }: Test): string {
  if (against !== undefined) return [question, against].sort().join(" ");
  return cut ? `${feature} ${cut.label} ${cut.by} ${cut.value} ${question}` : question;
}

const name = v.pipe(text(100), v.nonEmpty());

const TEST = {
  question: text(20_000),
  feature: name,
  cut: v.optional(record({ by: name, value: v.pipe(v.number(), v.finite()), label: v.nullable(name) })),
  against: v.optional(text(20_000)),
  n: v.pipe(v.number(), v.integer(), v.minValue(0)),
  rate: v.nullable(within({ min: 0, max: 1 })),
  p: within({ min: 0, max: 1 }),
  at: within({ min: 0, max: LATEST_MS }),
};
const test = record(TEST);
const look = record({ ...TEST, level: within({ min: 0, max: 1 }) });

/** A test out of unknown JSON, null where it is none. */
export const readTest = (entry: unknown): Test | null => spelledOnce(read(test, entry));

/** A look out of unknown JSON, null where it is none. */
export const readLook = (entry: unknown): Look | null => spelledOnce(read(look, entry));

/** The same with its questions in the one spelling, null where they are none. */
function spelledOnce<Kind extends Test>(read: Kind | null): Kind | null {
  const question = read && spelled(read.question);
  if (!read || question === null) return null;
  if (read.against === undefined) return { ...read, question };
  const against = spelled(read.against);
  return against === null ? null : { ...read, question, against };
}

/** A question's text in the one spelling, null where it is none. */
function spelled(question: string): string | null {
  const filters = filtersOf(question);
  return filters && questionOf(filters);
}

type ModuleData = NonNullable<NonNullable<FeatureResult["modules"][string]>["data"]>;

interface Compared {
  coin?: { verdict: Verdict } | null;
  others?: object | null;
}

/**
 * The smallest adjusted p that cards show together; null where they show none. It counts double where cards compare
 * with a coin and with other days, since each of the two is adjusted by itself.
 */
export function smallestOf(cards: readonly (readonly [feature: string, result: FeatureResult])[]) {
  const tests = cards.flatMap(([feature, { modules }]) =>
    Object.values(modules ?? {}).flatMap(({ data }) =>
      data ? testsIn(data).map((test) => ({ feature, ...test })) : [],
    ),
  );
  const smallest = leastOf(tests);
  if (!smallest) return null;
  const { against: _, ...test } = smallest;
  return { ...test, p: Math.min(1, test.p * new Set(tests.map(({ against }) => against)).size) };
}

/** The tests of one module, or of its labels. */
function testsIn(data: ModuleData) {
  const n = daysOf(data);
  const rate = "occurrence" in data ? data.occurrence : null;
  const compared: readonly Compared[] = "labels" in data ? data.labels : [data as Compared];
  return compared.flatMap(({ coin, others }) =>
    [coin, others].flatMap((reference) => {
      const { adjusted_p: p, against } = verdictOf(reference) ?? {};
      return typeof p === "number" && against ? [{ n, rate, p, against }] : [];
    }),
  );
}

const verdictOf = (reference: object | null | undefined) =>
  reference && "verdict" in reference ? (reference.verdict as Verdict) : null;

function daysOf(data: ModuleData): number {
  if ("total_days" in data) return data.total_days;
  if ("total_observations" in data) return data.total_observations;
  return "n" in data ? data.n : 0;
}

/** The smallest adjusted p of a comparison; null where it shows none. */
export function smallestCompared(features: CompareAnswer["features"]) {
  const tests = Object.entries(features).flatMap(([feature, compared]) =>
    [compared, ...(compared.labels ?? [])].flatMap(({ a, verdict: { adjusted_p: p } }) =>
      typeof p === "number" ? [{ feature, n: a.total_days, rate: a.occurrence, p }] : [],
    ),
  );
  return leastOf(tests);
}

const leastOf = <Tested extends { p: number }>(tests: readonly Tested[]): Tested | null =>
  tests.toSorted((one, other) => one.p - other.p)[0] ?? null;
