import type { Filter } from "@/features/filters/state/filters";
import { formatCount } from "@/lib/text/format";
import styles from "../methods.module.css";
import { percentOf, pointsOf, shareOf, spanOf } from "./example-texts";
import { type Fact, FactList } from "./fact-list";
import { type Example, useExample } from "./use-example";
import { wilsonSteps, Z } from "./worked";

const NO_FILTER: readonly Filter[] = [];

/** One share of the shown data, step by step, with what its card says at the end. */
export function IntervalExample() {
  const example = useExample(NO_FILTER);
  if (!example) return <p className={styles.pending}>The example's figures come with the data.</p>;
  if (example.occurrence.total_days === 0)
    return (
      <p className={styles.pending}>No day of this data has a value for {example.feature.displayName}.</p>
    );
  return <FactList label={`Example: ${example.feature.displayName}`} facts={stepsOf(example)} />;
}

function stepsOf({ feature, occurrence, missing }: Example): Fact[] {
  const { occurrence_days: days, total_days: n, confidence_interval } = occurrence;
  const { rate, middle, halfWidth, lower, upper } = wilsonSteps(days, n);
  return [
    ["Feature", feature.displayName],
    ["Days with a value, n", `${formatCount(n)} (${formatCount(missing)} without)`],
    ["Days on which it happened, x", formatCount(days)],
    ["Share, p = x / n", shareOf(days, n)],
    ["z and z²", `${Z.toFixed(4)} and ${(Z * Z).toFixed(4)}`],
    ["p(1 − p) / n", ((rate * (1 - rate)) / n).toPrecision(5)],
    ["z² / 4n²", ((Z * Z) / (4 * n * n)).toPrecision(5)],
    ["1 + z² / n", (1 + (Z * Z) / n).toFixed(6)],
    ["Middle", percentOf(middle)],
    ["Half width", pointsOf(halfWidth).replace("+", "")],
    ["Lower and upper limit", spanOf({ lower, upper })],
    ["The card says", `${percentOf(occurrence.occurrence)}, ${spanOf(confidence_interval)}`],
  ];
}
