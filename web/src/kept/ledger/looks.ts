import * as v from "valibot";
import type { FeatureComparison, FeatureResult } from "@/api/generated";
import { read, record, text, within } from "@/lib/storage/schema";
import { untested } from "@/lib/text/verdict";
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

/** A test of a feature under filters, as a card, a curve or a comparison showed it. */
export interface Look {
  /** The filters and dates as `questionOf` writes them. */
  question: string;
  feature: string;
  /** Where a curve showed it: the cut, whose upper side `n` and `rate` are of. */
  cut?: LookedCut | undefined;
  /** Where a comparison showed it: the other side's question. `n` and `rate` are of the days of `question`. */
  against?: string | undefined;
  /** Days with a value; the share of them on 0..1, null where labels were tested together. */
  n: number;
  rate: number | null;
  /** The p-value; of a comparison, adjusted for all that it tests; of a cut, for all cuts of its curve. */
  p: number;
  /** When it was first shown, in milliseconds since the epoch. */
  at: number;
}

/** What makes a look the same one, seen again; two sides are compared whichever comes first. */
export function idOf({ feature, question, cut, against }: Look): string {
  if (against !== undefined) return [feature, ...[question, against].sort()].join(" ");
  return cut ? `${feature} ${cut.label} ${cut.by} ${cut.value} ${question}` : `${feature} ${question}`;
}

const name = v.pipe(text(100), v.nonEmpty());

const schema = record({
  question: text(20_000),
  feature: name,
  cut: v.optional(record({ by: name, value: v.pipe(v.number(), v.finite()), label: v.nullable(name) })),
  against: v.optional(text(20_000)),
  n: v.pipe(v.number(), v.integer(), v.minValue(0)),
  rate: v.nullable(within({ min: 0, max: 1 })),
  p: within({ min: 0, max: 1 }),
  at: within({ min: 0, max: LATEST_MS }),
});

/** A look out of unknown JSON, null where it is none. */
export function readLook(entry: unknown): Look | null {
  const look = read(schema, entry);
  const question = look && spelled(look.question);
  if (!look || question === null) return null;
  if (look.against === undefined) return { ...look, question };
  const against = spelled(look.against);
  return against === null ? null : { ...look, question, against };
}

/** A question's text in the one spelling, null where it is none. */
function spelled(question: string): string | null {
  const filters = filtersOf(question);
  return filters && questionOf(filters);
}

/** The test of an answer against the other days: of the rate, or of the most frequent label; null without one. */
export function testOf(feature: string, { modules, metadata }: FeatureResult) {
  if (metadata && untested(feature, metadata) !== null) return null;
  const all = Object.values(modules ?? {}).flatMap(({ data }) => data ?? []);
  const labels = all.find((data) => "labels" in data);
  const share = all.find((data) => "occurrence_days" in data);
  if (!labels) return share ? tested(share.others?.verdict.p, share.total_days, share.occurrence) : null;
  const n = "n" in labels ? labels.n : labels.total_observations;
  const most = Math.max(0, ...labels.labels.map(({ count }) => count));
  const label = labels.labels.find(({ count }) => count === most);
  return tested(label?.others?.verdict.p, n, n === 0 ? null : most / n);
}

/** The test that a comparison shows of a feature, by its adjusted p-value; null where it shows none. */
export function comparedTestOf({ a, labels, verdict }: FeatureComparison) {
  return tested(verdict.adjusted_p, a.total_days, labels ? null : a.occurrence);
}

function tested(p: number | null | undefined, n: number, rate: number | null) {
  return typeof p === "number" ? { n, rate, p } : null;
}
