import { isColor, isWithin } from "@/lib/storage/read-json";
import { isRecord } from "@/lib/storage/storage";
import { AMA_LIMITS, HIGHEST_IBS, type Limits } from "./ama-limits";
import { type AmaSettings, DEFAULT_AMA } from "./ama-settings";

type Rule = (value: unknown) => boolean;

const oneOf =
  (...words: string[]): Rule =>
  (value) =>
    words.some((word) => word === value);
const within =
  ({ min, max, step }: Limits): Rule =>
  (value) =>
    isWithin(value, min, max) && (step !== 1 || Number.isInteger(value));
const isIbs: Rule = (value) => isWithin(value, -1, HIGHEST_IBS) && Number.isInteger(value);
const isSwitch: Rule = (value) => typeof value === "boolean";

/** What the entries hold that are no switches. */
const RULES: Record<string, Rule> = {
  "bo.bigBreakoutMode": oneOf("disabled", "range", "zscore"),
  "bo.bigBreakoutFactor": within(AMA_LIMITS.factor),
  "bo.climaxFactor": within(AMA_LIMITS.factor),
  "bo.outsideBarMode": oneOf("normal", "strict"),
  "zscore.compareMode": oneOf("range", "body"),
  "zscore.lookback": within(AMA_LIMITS.zscoreLookback),
  "zscore.threshold": within(AMA_LIMITS.zscoreThreshold),
  "zscore.paintDirection": oneOf("signal", "both"),
  "rangeFilter.lookback": within(AMA_LIMITS.rangeLookback),
  "rangeFilter.factor": within(AMA_LIMITS.rangeFactor),
};

/** Settings from stored or foreign JSON; an entry that is absent has its default, null where one is not readable. */
export function readAmaSettings(stored: unknown): AmaSettings | null {
  if (!isRecord(stored) || !isReadable(DEFAULT_AMA, stored, "")) return null;
  return completed(DEFAULT_AMA, stored) as AmaSettings;
}

function isReadable(model: unknown, stored: unknown, path: string): boolean {
  if (stored === undefined) return true;
  if (!isRecord(model)) return ruleOf(path)(stored);
  if (!isRecord(stored)) return false;
  return Object.entries(model).every(([name, part]) =>
    isReadable(part, stored[name], path ? `${path}.${name}` : name),
  );
}

function ruleOf(path: string): Rule {
  if (path.startsWith("display.")) return isColor;
  if (path.endsWith(".threshold") && path.startsWith("ibs.")) return isIbs;
  return RULES[path] ?? isSwitch;
}

function completed(model: unknown, stored: unknown): unknown {
  if (!isRecord(model) || !isRecord(stored)) return stored ?? model;
  const entries = Object.entries(model).map(([name, part]) => [name, completed(part, stored[name])]);
  return Object.fromEntries(entries);
}
