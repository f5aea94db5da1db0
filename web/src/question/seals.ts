import * as v from "valibot";
import { DATE_RANGE } from "@/api/feature-names";
import { read, record, text, within } from "@/lib/storage/schema";
import { formatDate, isDay } from "@/lib/text/format";
import { type Filter, isDates } from "./filters";
import { filtersOf, questionOf } from "./question-text";

/** Percent of the days, the newest, that can be sealed. */
export const SHARES = [20, 30, 40] as const;

/** An instrument's sealed days: the newest `share` percent of its full sessions when they were sealed, and all since. */
export interface Seal {
  share: (typeof SHARES)[number];
  /** The first sealed day, an ISO date. */
  from: string;
}

/** How often something happened on so many days, with the rate's interval on 0..1. */
export interface Counted {
  days: number;
  n: number;
  lower: number | null;
  upper: number | null;
}

/** What an opened envelope held for a feature, or for one of its labels. */
export interface OpenedRate {
  feature: string;
  label: string | null;
  explored: Counted;
  sealed: Counted;
}

/** An envelope that was opened: it stays so for good. */
export interface Opening {
  symbol: string;
  /** The filters and dates as `questionOf` writes them, with the dates explored. */
  question: string;
  /** The first day that was sealed. */
  from: string;
  /** In milliseconds since the epoch. */
  at: number;
  rates: OpenedRate[];
}

/** A range without any day of the data. */
const NEVER = ["1900-01-01", "1900-01-01"];
const DAY_MS = 86_400_000;

/** The ISO date so many days later. */
export const daysAfter = (iso: string, days: number) =>
  new Date(Date.parse(iso) + days * DAY_MS).toISOString().slice(0, 10);

export const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS;

/** The newest day that is not sealed. */
export const lastExplored = ({ from }: Seal) => daysAfter(from, -1);

/** Filters with other dates. */
export const dated = (filters: readonly Filter[], value: string[]): Filter[] => [
  ...withoutDates(filters),
  { feature: DATE_RANGE, operator: "range", value },
];

const withoutDates = (filters: readonly Filter[]) => filters.filter((filter) => !isDates(filter));

/** The filters as they are asked: their dates end before the sealed days. The one place that leaves these out. */
export function explored(filters: readonly Filter[], seal: Seal | undefined): readonly Filter[] {
  if (!seal) return filters;
  const given = [filters.find(isDates)?.value].flat().map(String);
  const [start, end] = given.length > 0 && isDay(given[0] ?? "") ? given : [NEVER[0], seal.from];
  const [first, last] = [start ?? "", end ?? start ?? ""];
  const newest = lastExplored(seal);
  if (first > newest) return dated(filters, NEVER);
  return dated(filters, [first, last < newest ? last : newest]);
}

/** The filters on the sealed days alone, whatever their dates. */
export const sealedAway = (filters: readonly Filter[], { from }: Seal, last: string): Filter[] =>
  dated(filters, [from, last > from ? last : from]);

/** A question without its dates, by which an envelope is known. */
export const conditionsOf = (question: string) => questionOf(withoutDates(filtersOf(question) ?? []));

/** Why a day is not shown. */
export const sealedWords = ({ share, from }: Seal) =>
  `This day is sealed: you keep the newest ${share}% of days, from ${formatDate(from)} on, for the envelope`;

const day = v.pipe(v.string(), v.check(isDay));
const sealSchema = record({ share: v.picklist(SHARES), from: day });
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const limit = v.nullable(within({ min: 0, max: 1 }));
const counted = record({ days: count, n: count, lower: limit, upper: limit });
const openingSchema = record({
  symbol: text(20),
  question: v.pipe(
    text(20_000),
    v.check((question) => filtersOf(question) !== null),
  ),
  from: day,
  at: within({ min: 0, max: 8.64e15 }),
  rates: v.array(
    record({ feature: text(100), label: v.nullable(text(200)), explored: counted, sealed: counted }),
  ),
});

/** Seals and openings out of unknown JSON, null where it is none. */
export const readSeal = (entry: unknown): Seal | null => read(sealSchema, entry);
export const readOpening = (entry: unknown): Opening | null => read(openingSchema, entry);
