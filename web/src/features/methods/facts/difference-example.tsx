import { useFeaturesByName } from "@/api/catalogue";
import type { Difference, Rate } from "@/api/generated";
import type { Filter } from "@/features/filters/state/filters";
import { verdict } from "@/lib/text/verdict";
import styles from "../methods.module.css";
import { percentOf, pointsOf, shareOf, spanOf } from "./example-texts";
import { type Fact, FactList } from "./fact-list";
import { type Example, useExample } from "./use-example";
import { newcombe, wilsonSteps } from "./worked";

const GAP_UP: readonly Filter[] = [{ feature: "gap_up", operator: "=", value: true }];

/** The example with a filter: both sides, Newcombe's limits and the test, with what the card says at the end. */
export function DifferenceExample() {
  const hasFilter = useFeaturesByName().has("gap_up");
  return hasFilter ? <Compared /> : <p className={styles.pending}>It comes with the catalogue.</p>;
}

function Compared() {
  const example = useExample(GAP_UP);
  const { others, difference } = example?.occurrence ?? {};
  if (!example || !others || !difference)
    return (
      <p className={styles.pending}>The example's figures come with the data, where both sides have days.</p>
    );
  return (
    <FactList
      label={`Example: ${example.feature.displayName} with a filter`}
      facts={stepsOf(example, others, difference)}
    />
  );
}

function stepsOf({ feature, occurrence }: Example, others: Rate, said: Difference): Fact[] {
  const { occurrence_days: days, total_days: n, lift, p_value, q_value } = occurrence;
  const [one, other] = [wilsonSteps(days, n), wilsonSteps(others.occurrence_days, others.total_days)];
  const { value, lower, upper } = newcombe(one, other);
  return [
    ["Feature and filter", `${feature.displayName}, on days with Gap Up`],
    ["Matched days, p₁", `${shareOf(days, n)}, l₁ to u₁ ${spanOf(one)}`],
    ["Other days, p₂", `${shareOf(others.occurrence_days, others.total_days)}, l₂ to u₂ ${spanOf(other)}`],
    ["Difference, p₁ − p₂", pointsOf(value)],
    ["Lower: less √( (p₁ − l₁)² + (u₂ − p₂)² )", pointsOf(lower)],
    ["Upper: plus √( (u₁ − p₁)² + (p₂ − l₂)² )", pointsOf(upper)],
    ["The card says", `${pointsOf(said.value)}, ${pointsOf(said.lower)} to ${pointsOf(said.upper)}`],
    ["In words", verdict(p_value, q_value) ?? "no test"],
    ["Lift", `${percentOf(one.rate)} / ${percentOf(other.rate)} = ${textOf(lift)}`],
    ["Fisher's p-value, Holm's q-value", `${textOf(p_value)}, ${textOf(q_value)}`],
  ];
}

function textOf(value: number | null | undefined): string {
  return value === null || value === undefined ? "none" : value.toPrecision(3);
}
