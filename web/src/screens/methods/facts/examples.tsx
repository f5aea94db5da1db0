import { useFeaturesByName } from "@/api/catalogue";
import { useProbability } from "@/api/data-api";
import type { Feature, Occurrence, OtherDays } from "@/api/generated";
import { formatCount } from "@/lib/text/format";
import { formatAdjusted, formatTest } from "@/question/figures/format";
import type { Filter } from "@/question/filters";
import { useSelectionKey } from "@/question/selection";
import { LIMITS, SHARE } from "../words";
import { type Fact, FactList } from "./fact-list";
import { percentOf, wilsonSteps, Z } from "./worked";

/** What the examples are about wherever the catalogue shows it; every tier does. */
const FAVOURITE = "gap_fill_bar";
const NO_FILTER: readonly Filter[] = [];
const GAP_UP: readonly Filter[] = [{ feature: "gap_up", operator: "=", value: true }];

/** An occurrence as the service answers it, with the feature it is about. */
interface Example {
  feature: Feature;
  occurrence: Occurrence;
  /** Days that left the denominator. */
  missing: number;
}

/** The example's feature on the days that match; null while it is on its way, or where there is none. */
function useExample(filters: readonly Filter[]): Example | null {
  const features = useFeaturesByName();
  const feature =
    features.get(FAVOURITE) ??
    [...features.values()].find(({ ui_schema }) => ui_schema.statistics_component.includes("occurrence"));
  const selection = useSelectionKey(filters);
  const asked = feature && selection ? { ...selection, feature: feature.name } : null;
  const module = useProbability(asked).data?.modules.occurrence;
  if (!feature || !module?.data) return null;
  return { feature, occurrence: module.data as Occurrence, missing: module.metadata.missing_days };
}

/** One share of the shown data, step by step, with what its card says at the end. */
export function IntervalExample() {
  const example = useExample(NO_FILTER);
  const name = example?.feature.displayName;
  return (
    <FactList
      label={`Example: ${name}`}
      facts={example?.occurrence.total_days ? intervalSteps(example) : undefined}
      pending={
        example ? `No day of this data has a value for ${name}.` : "The example's figures come with the data."
      }
    />
  );
}

function intervalSteps({ feature, occurrence, missing }: Example): Fact[] {
  const { occurrence_days: days, total_days: n, confidence_interval } = occurrence;
  const { rate, middle, halfWidth, lower, upper } = wilsonSteps(days, n);
  return [
    ["Feature", feature.displayName],
    ["Days with a value, n", `${formatCount(n)} (${formatCount(missing)} without)`],
    ["Days on which it happened, x", formatCount(days)],
    [SHARE, shareOf(days, n)],
    ["z and z²", `${Z.toFixed(4)} and ${(Z * Z).toFixed(4)}`],
    ["p(1 − p) / n", ((rate * (1 - rate)) / n).toPrecision(5)],
    ["z² / 4n²", ((Z * Z) / (4 * n * n)).toPrecision(5)],
    ["1 + z² / n", (1 + (Z * Z) / n).toFixed(6)],
    ["Middle", percentOf(middle)],
    ["Half width", pointsOf(halfWidth).replace("+", "")],
    [LIMITS, spanOf({ lower, upper })],
    ["The card says", `${percentOf(occurrence.occurrence)}, ${spanOf(confidence_interval)}`],
  ];
}

/** The example with a filter: both sides, what the card says of their difference, and the lift. */
export function DifferenceExample() {
  const hasFilter = useFeaturesByName().has("gap_up");
  return hasFilter ? <Compared /> : <FactList facts={undefined} pending="It comes with the catalogue." />;
}

function Compared() {
  const example = useExample(GAP_UP);
  const others = example?.occurrence.others;
  return (
    <FactList
      label={`Example: ${example?.feature.displayName} with a filter`}
      facts={example && others ? differenceSteps(example, others) : undefined}
      pending="The example's figures come with the data, where both sides have days."
    />
  );
}

function differenceSteps({ feature, occurrence }: Example, others: OtherDays): Fact[] {
  const { occurrence_days: days, total_days: n } = occurrence;
  const { difference, confidence_interval, lift, lift_interval, verdict } = others;
  const [one, other] = [wilsonSteps(days, n), wilsonSteps(others.occurrence_days, others.total_days)];
  return [
    ["Feature and filter", `${feature.displayName}, on days with Gap Up`],
    ["Matched days, p₁", shareOf(days, n)],
    ["Other days, p₂", shareOf(others.occurrence_days, others.total_days)],
    ["p₁ − p₂ of all years together", pointsOf(one.rate - other.rate)],
    ["Difference within years", difference === null ? "none" : pointsOf(difference)],
    [LIMITS, pointSpanOf(confidence_interval)],
    ["The card says", verdict.words],
    ["Lift", `${percentOf(one.rate)} / ${percentOf(other.rate)} = ${textOf(lift)}`],
    ["Its limits", `${textOf(lift_interval.lower)} to ${textOf(lift_interval.upper)}`],
    ["p-value", typeof verdict.p === "number" ? formatTest(verdict.p) : "none"],
    ["adjusted p", formatAdjusted(verdict) ?? "none"],
  ];
}

function textOf(value: number | null | undefined): string {
  return value?.toPrecision(3) ?? "none";
}

/** "53.41% to 61.86%" */
function spanOf({ lower, upper }: { lower: number | null; upper: number | null }): string {
  return `${percentOf(lower)} to ${percentOf(upper)}`;
}

/** "+4.20 points", from a fraction. */
function pointsOf(fraction: number): string {
  const points = (100 * fraction).toFixed(2).replace("-", "−");
  return `${fraction > 0 ? "+" : ""}${points} points`;
}

/** "−2.30 points to +19.66 points" */
function pointSpanOf({ lower, upper }: { lower: number | null; upper: number | null }): string {
  return lower === null || upper === null ? "none" : `${pointsOf(lower)} to ${pointsOf(upper)}`;
}

/** "300 / 520 = 57.69%" */
function shareOf(days: number, n: number): string {
  return `${formatCount(days)} / ${formatCount(n)} = ${percentOf(days / n)}`;
}
