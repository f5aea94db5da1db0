import * as v from "valibot";
import { color, read, record, within } from "@/lib/storage/schema";
import type { Limits } from "@/lib/text/number-text";

export const AMA_LIMITS = {
  factor: { min: 1, max: 3, step: 0.1, fallback: 1.8 },
  zscoreLookback: { min: 5, max: 50, step: 1, fallback: 20 },
  zscoreThreshold: { min: 0.5, max: 3, step: 0.05, fallback: 1.05 },
  rangeLookback: { min: 1, max: 20, step: 1, fallback: 10 },
  rangeFactor: { min: 0.1, max: 3, step: 0.1, fallback: 1.2 },
} as const satisfies Record<string, Limits>;

export const IBS_LIMITS: Limits = { min: 0, max: 100, step: 1, fallback: 100 };
/** The value of an IBS filter that is off. */
export const IBS_OFF = -1;

export const SIGNAL_NUMBERS = ["1", "-1", "2", "-2", "3", "-3", "5", "-5", "10", "-10", "0"] as const;
export type SignalNumber = (typeof SIGNAL_NUMBERS)[number];

const flag = (standard: boolean) => v.optional(v.boolean(), standard);
const oneOf = <const Words extends readonly string[]>(words: Words, standard: Words[number]) =>
  v.optional(v.picklist(words), standard);
const number = (limits: Limits, standard: number) => v.optional(within(limits), standard);
const count = (limits: Limits, standard: number) => v.optional(v.pipe(within(limits), v.integer()), standard);
const group = <Entries extends v.ObjectEntries>(entries: Entries) => v.optional(record(entries), {} as never);
const paint = (standard: string) => v.optional(color, standard);

/** A limit on the internal bar strength, 0 to 100; a filter that is off has the threshold -1. */
const ibsFilter = (enabled = false, threshold = IBS_OFF) =>
  group({
    enabled: flag(enabled),
    threshold: v.optional(v.pipe(within({ min: IBS_OFF, max: IBS_LIMITS.max }), v.integer()), threshold),
  });

const settings = record({
  bo: group({
    bullBreakout: flag(true),
    bearBreakout: flag(true),
    bigBreakoutMode: oneOf(["disabled", "range", "zscore"], "disabled"),
    bigBreakoutFactor: number(AMA_LIMITS.factor, 1.8),
    climaxEnabled: flag(false),
    climaxFactor: number(AMA_LIMITS.factor, 1.5),
    outsideBarsEnabled: flag(false),
    outsideBarMode: oneOf(["normal", "strict"], "normal"),
  }),
  zscore: group({
    compareMode: oneOf(["range", "body"], "range"),
    lookback: count(AMA_LIMITS.zscoreLookback, 20),
    threshold: number(AMA_LIMITS.zscoreThreshold, 1.05),
    paintDirection: oneOf(["signal", "both"], "both"),
  }),
  ibs: group({
    bullFilter: ibsFilter(true, 69),
    bearFilter: ibsFilter(true, 31),
    ftBullFilter: ibsFilter(),
    ftBearFilter: ibsFilter(),
    excludeOutsideBars: flag(true),
  }),
  rangeFilter: group({
    enabled: flag(false),
    lookback: count(AMA_LIMITS.rangeLookback, 10),
    factor: number(AMA_LIMITS.rangeFactor, 1.2),
    excludeOutsideBars: flag(true),
  }),
  followThrough: group({
    paintFT: flag(true),
    requireBreakout: flag(false),
    requireCloseBeyond: flag(true),
    notRangeLimited: flag(true),
    excludeGaps: flag(false),
    allowAfterOutsideBar: flag(true),
    colorSameAsBO: flag(false),
  }),
  display: group({
    /** Colour of each signal by its number; "0" is a bar without signal. */
    colors: group({
      "1": paint("#0080FF"),
      "-1": paint("#C80000"),
      "2": paint("#00C8FF"),
      "-2": paint("#FF80FF"),
      "3": paint("#008000"),
      "-3": paint("#FF8000"),
      "5": paint("#00E6E6"),
      "-5": paint("#FF00FF"),
      "10": paint("#40C8FF"),
      "-10": paint("#FF0000"),
      "0": paint("#404040"),
    }),
    emaColor: paint("#0080FF"),
  }),
});

/** What the price-action signals are computed with and drawn in: the working copy of the settings panel. */
export type AmaSettings = v.InferOutput<typeof settings>;
export type IbsFilter = AmaSettings["ibs"]["bullFilter"];
export type SignalColors = Record<SignalNumber, string>;

export const DEFAULT_AMA: AmaSettings = v.parse(settings, {});

/** Settings from stored or foreign JSON; an entry that is absent has its default, null where one is not readable. */
export const readAmaSettings = (stored: unknown): AmaSettings | null => read(settings, stored);
