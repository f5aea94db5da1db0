import type { Feature, Verdict } from "@/api/generated";
import { countOf, formatCount, formatPercent } from "@/lib/text/format";
import type { Column, ColumnsModel } from "@/plot/columns";
import { formatAdjusted, formatLimits, formatTest, type Limits } from "@/question/figures/format";
import { type Proportion, SMALL, shareLead } from "@/question/figures/wilson";
import type { EdgeMark } from "../figures/columns";

export type Maybe<T> = T | false | null | undefined;

/** The bar behind a figure: as its module's answer names it, as a person does, and how many days it has. */
export interface Bar {
  place: string;
  label: string;
  days: number;
}

/** A share on 0..100, null where nothing is known; the others' is undefined where nothing is filtered. */
export interface Rate {
  percentage: number | null;
  interval: Limits | null;
  others: number | null | undefined;
  /** A coin's; absent where no coin decides it. */
  coin?: number | null;
}

export interface RateRow extends Rate, Bar {
  isMarked?: boolean;
}

/** A number, one that opens its days, or a share with its counts. */
export type Value = string | { text: string; bar: Bar } | { share: Proportion | null };

/** A year's rate on 0..100; hollow where its days are few. */
export interface YearBar extends Column {
  opens: NonNullable<Column["opens"]>;
  interval: Limits | null;
  isFew: boolean;
}

/** On how many of 100 days an event had come by the close of each bar, bar 1 first. */
export interface ByWhen {
  /** Each bar's share, what is read there, and the bar whose days it opens. */
  columns: readonly Column[];
  limits: readonly (Limits | null)[];
  others: readonly number[] | null;
  coin: readonly number[] | null;
  /** Where the scale ends. */
  top: number;
  /** Bars that the question knows as passed: the curve begins at their close. */
  passed: number;
}

/** A cell leads with its number; what it is of follows, notes are below. */
export interface Cell {
  lead: string;
  of?: string;
  notes?: readonly Maybe<string>[];
  bar?: Bar | undefined;
  isSmall?: boolean;
}

export type TableRow = readonly [head: Cell, ...cells: Cell[]];

export interface Table {
  caption: string;
  hidesCaption?: boolean;
  head: readonly string[];
  rows: readonly TableRow[];
}

/** One thing a display shows. */
export type Section =
  | { empty: string }
  | { few: string }
  | { text: string; as: "sentence" | "note" | "subheading" }
  | { figures: Readonly<Record<string, Maybe<Value>>>; inLines?: boolean }
  | { headline: string; words: string; luck: string | null; bar?: Bar }
  | { track: Rate; label: string; hint: string }
  | { rates: readonly RateRow[]; shape: "dot" | "bar"; n: number }
  | {
      drawing: ColumnsModel;
      label: string;
      marks: readonly EdgeMark[];
      caption: string;
      elsewhere?: "baseline";
    }
  | { curve: ByWhen; label: string; marks: readonly EdgeMark[] }
  | { years: readonly YearBar[]; overall: number | null; words: string | null; recent: string | null }
  | Table
  | { stopped: string }
  | { more: string; name?: string; sections: Sections }
  | { side: "above" | "below"; name: string; sections: Sections };

/** The section that is known by this key. */
export type Of<Key extends string> = Extract<Section, Record<Key, unknown>>;

export type Sections = readonly Maybe<Section>[];

/** What a display knows besides its module's answer. */
export interface DisplayContext {
  feature: Feature;
  /** Days with a value. */
  n: number;
  /** Whether days are chosen by more than their dates; only then there are others. */
  filtered: boolean;
  /** Why there is no test, where filters decide the outcome. */
  untested: string | null;
  /** The last closed bar of the question; 0 for a whole day. */
  asOf: number;
  /** Whether another module leads, and this one is among its details. */
  asDetail: boolean;
}

export const BASELINE = { text: "Baseline", as: "subheading" } as const;

/** Words in a line of their own, where there are any. */
export function sentence(text: string | null): Maybe<Section> {
  return text !== null && { text, as: "sentence" };
}

/** The amber line where what is counted on many days is few itself. */
export function few(count: number, noun: string, n: number): Maybe<Section> {
  return count > 0 && count < SMALL && n >= SMALL && { few: countOf(count, noun) };
}

/** A verdict's p-value, alone and adjusted for all that its answer tests; nothing where there is none. */
export function tests(verdict: Verdict): Record<string, Maybe<Value>> {
  const { p } = verdict;
  return { p: typeof p === "number" && formatTest(p), "adjusted p": formatAdjusted(verdict) };
}

interface Share {
  percentage: number | null;
  n: number;
  /** Undefined where the counted are no independent days. */
  interval?: Limits | null | undefined;
  /** The same share elsewhere, with its name: "others 44.00%". */
  elsewhere?: Maybe<string>;
  bar?: Bar;
}

/** A share of how many, its limits, the same share elsewhere; of few the counts lead. */
export function shareCell({ percentage, n, interval, elsewhere, bar }: Share): Cell {
  const share = percentage === null ? null : { days: Math.round((percentage * n) / 100), n, percentage };
  return {
    lead: share === null ? "unknown" : shareLead(share),
    of: share === null || n >= SMALL ? `of ${formatCount(n)}` : formatPercent(percentage),
    notes: [interval && formatLimits(interval), elsewhere],
    bar,
    isSmall: n < SMALL,
  };
}

/** What the sides of a signed count are called where they are not those of a line. */
const SIDE_NAMES: Readonly<Record<string, readonly [string, string]>> = { bull_day_streak: ["Bull", "Bear"] };

/** A feature's own side, or both sides of a two-sided one, each under its heading and with its own baseline. */
export function sides<T extends { below?: T | null; baseline?: T | null }>(
  data: T,
  { feature, filtered }: DisplayContext,
  shown: (side: T, baseline: T | null, name: string | null) => Sections,
): Sections {
  const baseline = (filtered && data.baseline) || null;
  if (!data.below) return shown(data, baseline, null);
  const [above, below] = SIDE_NAMES[feature.name] ?? ["Above", "Below"];
  return [
    { side: "above", name: above, sections: shown(data, baseline, above) },
    { side: "below", name: below, sections: shown(data.below, baseline?.below ?? null, below) },
  ];
}

/** "streaks, above" where a card holds both sides, "streaks" where there is one. */
export function aboutSide(what: string, name: string | null): string {
  return name === null ? what : `${what}, ${name.toLowerCase()}`;
}

/** "baseline 60.00%", where there is one. */
export function baselineShare(baseline: object | null | undefined, percentage: number | null | undefined) {
  return baseline && `baseline ${formatPercent(percentage)}`;
}
