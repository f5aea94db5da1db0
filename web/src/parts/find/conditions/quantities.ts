import type { Feature, FeaturesAnswer } from "@/api/generated";
import { about } from "@/question/about";
import { type Condition, LAST_BAR } from "@/question/filters";
import { featureEntries } from "../entries";
import { matcherOf } from "../matching";
import { type Amount, amountIn, type Reading } from "./amounts";
import { hasEveryWord, stemsOf, wordsFor } from "./known-words";
import { NOTHING } from "./meanings";
import type { FindNamed } from "./named";

/** A third of an average daily range is typed as 0.3, and is 30 to a feature in percent of it. */
const LARGEST_FRACTION = 3;
const PERCENT = 100;
const MOST_FEATURES = 3;

/** What is meant where no more than this is said of a number. */
const PLAIN: Record<string, string[]> = {
  gap: ["gap_size_pct_adr", "gap_size_pts"],
  range: ["day_range_pct_adr", "day_range_pts"],
  adr: ["adr10_pts"],
  atr: ["adr10_pts"],
};

/** Finds what a typed amount may mean: "gap up 0.3 adr" is two conditions. */
export function quantityFinder(catalogue: FeaturesAnswer): FindNamed {
  const find = featureFinder(catalogue);
  return (text) => {
    const amount = amountIn(text);
    if (!amount || !/[a-z]/.test(amount.rest)) return NOTHING;
    const { side, named } = sideOf(amount.rest);
    const { sure, loose } = find(named);
    const sets = (features: readonly Feature[]) => {
      const all = features.map((feature) => readingsOf(feature, amount, side));
      return all
        .filter(({ length }) => length > 0)
        .slice(0, MOST_FEATURES)
        .flat();
    };
    return { sure: sets(sure), loose: sets(loose) };
  };
}

/** What finds the numbers and counts that a text means, the likeliest first. */
function featureFinder(catalogue: FeaturesAnswer) {
  const quantities = catalogue.features.filter(isQuantity);
  const byName = new Map(quantities.map((feature) => [feature.name, feature]));
  const match = matcherOf(featureEntries({ ...catalogue, features: quantities }));
  const named = (names: readonly string[]) => names.flatMap((name) => byName.get(name) ?? []);
  return (text: string) => {
    const plain = PLAIN[text.replace(/\b(?:of|size|is|was|a|an|the)\b/g, "").trim()];
    if (plain) return { sure: named(plain), loose: [] };
    const found = named(match(text).flatMap(({ alias }) => alias ?? []));
    const isSure = ({ displayName, name }: Feature) =>
      hasEveryWord(text, new Set(stemsOf(wordsFor(displayName, name))));
    return { sure: found.filter(isSure), loose: found };
  };
}

const isQuantity = ({ ui_schema: { filter_component: component } }: Feature) =>
  !["BooleanFilter", "DateFilter"].includes(component.type) && !component.validation.enum?.length;

type Side = "up" | "down" | null;

/** "gap up" is a gap and its side. */
function sideOf(rest: string): { side: Side; named: string } {
  const found = /\bgap(?:s|ped)?\s+(up|down)\b/.exec(rest);
  if (!found) return { side: null, named: rest };
  return { side: found[1] as Side, named: rest.replace(found[0], "gap") };
}

function readingsOf(feature: Feature, amount: Amount, side: Side): Condition[][] {
  if (feature.name.startsWith("gap_size_") && isDownward(amount)) {
    const readings = amount.readings.map(mirrored);
    return side === "up" ? [] : readingsOf(feature, { ...amount, readings }, "down");
  }
  const scale = scaleOf(feature, amount);
  if (scale === null) return [];
  return amount.readings.flatMap((reading) => {
    const value = scaled(reading.value, scale, feature);
    const filter: Condition = { feature: feature.name, operator: reading.operator, value };
    return isTaken(feature, filter) ? [sided(filter, side)] : [];
  });
}

/** "-30%", "< -5", "-10 to -30": what is only true of a gap down. */
function isDownward({ readings: [reading] }: Amount): boolean {
  if (!reading || [">", ">="].includes(reading.operator)) return false;
  return [reading.value].flat().every((number) => number < 0);
}

/** What a typed number is multiplied by to be one of the feature's; null where the unit is another. */
function scaleOf({ name, metadata, business_logic }: Feature, { unit, readings }: Amount): number | null {
  const { value_format } = business_logic;
  const isBar = value_format === "bar";
  const units = name.endsWith("_pct_adr") ? [null, "adr", "%"] : [null, metadata.unit];
  if (!(isBar ? ["bar"] : units).includes(unit)) return null;
  const isOfRange = units.includes("adr") && unit !== "%";
  return isOfRange && readings.every(isFraction) ? PERCENT : 1;
}

const isFraction = ({ value }: Amount["readings"][number]) =>
  [value].flat().every((number) => Math.abs(number) <= LARGEST_FRACTION);

/** A value in the feature's unit; two equal ends are about it. */
function scaled(value: number | [number, number], scale: number, feature: Feature): Condition["value"] {
  const by = (number: number) => Number((number * scale).toPrecision(6));
  if (!Array.isArray(value)) return by(value);
  return value[0] === value[1] ? about(by(value[0]), feature) : value.map(by);
}

function isTaken({ business_logic }: Feature, { value }: Condition): boolean {
  const { value_format, hard_min, hard_max } = business_logic;
  const numbers = [value].flat() as number[];
  const isPossible = (number: number) => number >= (hard_min ?? number) && number <= (hard_max ?? number);
  if (!numbers.some(isPossible)) return false;
  if (value_format === "bar") return numbers.every((bar) => bar >= 1 && bar <= LAST_BAR);
  return value_format !== "count" || numbers.every(Number.isInteger);
}

/** The size of a gap of one side: a signed number turns with it, one without a sign goes with the side. */
function sided(filter: Condition, side: Side): Condition[] {
  if (side === null || !filter.feature.startsWith("gap_")) return [filter];
  const { feature, ...reading } = filter;
  if (feature === "gap_size_pts")
    return [side === "up" ? filter : { feature, ...mirrored(reading as Reading) }];
  return [{ feature: `gap_${side}`, operator: "=", value: true }, filter];
}

const MIRRORED = { ">": "<", "<": ">", ">=": "<=", "<=": ">=" } as const;

function mirrored({ operator, value }: Reading): Reading {
  const turned = operator in MIRRORED ? MIRRORED[operator as keyof typeof MIRRORED] : operator;
  return { operator: turned, value: Array.isArray(value) ? [-value[1], -value[0]] : -value };
}
