import type { Condition } from "@/question/filters";
import { barIn } from "./clock";
import { withNumbersOfNames, withoutNumbersOfNames } from "./name-numbers";

/** What numbers in a typed text say, and the words that are left to name a feature. */
export interface Amount {
  rest: string;
  readings: readonly Reading[];
  /** The unit that was typed; null leaves it to the feature. */
  unit: "adr" | "%" | "pts" | "bar" | null;
}

export type Reading = Pick<Condition, "operator"> & { value: number | [number, number] };

const NUMBER = String.raw`[-−]?\d+(?:[.,]\d+)?`;
const UNIT = String.raw`\s*(?:x\s*)?(adr(?:10)?s?|%|percent|pts?|points?)?`;
const RANGE = new RegExp(
  String.raw`(?:\bbetween\s+|\bfrom\s+)?(?<![\w.])(${NUMBER})${UNIT}(?:\s*(?:to|and|–|\.\.)\s*|\s*-\s*|\s+)(${NUMBER})${UNIT}(?![\w.])`,
);
const COMPARED = new RegExp(
  String.raw`(>=|<=|≥|≤|>|<|\b(?:at least|at most|more than|less than|bigger than|smaller than|larger than|over|above|under|below|about|around|near)\b|~|=)?\s*(?<![\w.])(${NUMBER})${UNIT}(?![\w.])`,
);

const COMPARISONS: Record<string, ">" | "<" | ">=" | "<="> = {
  ">": ">",
  "<": "<",
  ">=": ">=",
  "<=": "<=",
  "≥": ">=",
  "≤": "<=",
  "at least": ">=",
  "at most": "<=",
  "more than": ">",
  "bigger than": ">",
  "larger than": ">",
  "less than": "<",
  "smaller than": "<",
  over: ">",
  above: ">",
  under: "<",
  below: "<",
};

/** The numbers in a typed text, null where it has none. */
export function amountIn(text: string): Amount | null {
  const typed = text.toLowerCase().replaceAll(/\s+/g, " ").trim();
  const bar = barIn(typed);
  if (bar) return { rest: bar.rest, unit: "bar", readings: [{ operator: "<=", value: bar.bar }] };
  const named = withoutNumbersOfNames(typed);
  const amount = rangeAmount(named) ?? singleAmount(named);
  return amount && { ...amount, rest: withNumbersOfNames(amount.rest) };
}

/** "20 to 40", "0.2 0.4 adr", "between 5 and 10 points". */
function rangeAmount(typed: string): Amount | null {
  const found = RANGE.exec(typed);
  if (!found) return null;
  const [all, first = "", firstUnit, second = "", unit] = found;
  const [low, high] = [numberOf(first), numberOf(second)].sort((a, b) => a - b) as [number, number];
  const readings = [{ operator: "range" as const, value: [low, high] as [number, number] }];
  return { rest: without(typed, all), unit: unitOf(unit ?? firstUnit), readings };
}

/** "> 30", "at least 0.5 adr"; a number alone is near it, or at least it, or at most. */
function singleAmount(typed: string): Amount | null {
  const found = COMPARED.exec(typed);
  if (!found) return null;
  const [all, word = "", text = "", unit] = found;
  const value = numberOf(text);
  const comparison = COMPARISONS[word];
  const amount = { rest: without(typed, all), unit: unitOf(unit) };
  if (comparison) return { ...amount, readings: [{ operator: comparison, value }] };
  const near = { operator: "range" as const, value: [value, value] as [number, number] };
  const bounds = [">=", "<="].map((operator) => ({ operator: operator as ">=" | "<=", value }));
  return { ...amount, readings: ["", "="].includes(word) ? [near, ...bounds] : [near] };
}

const numberOf = (text: string) => Number(text.replace("−", "-").replace(",", "."));

function unitOf(text: string | undefined): Amount["unit"] {
  if (!text) return null;
  if (text.startsWith("adr")) return "adr";
  return text.startsWith("p") && text !== "percent" ? "pts" : "%";
}

const without = (text: string, part: string) => text.replace(part, " ").replaceAll(/\s+/g, " ").trim();
