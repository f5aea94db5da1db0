import { memo } from "react";
import type { DayBar } from "@/address/days-slice";
import type { Feature, FeatureResult } from "@/api/generated";
import { Empty } from "./elements/sections";
import { ModuleList } from "./module-list";
import styles from "./probability.module.css";
import { Skeleton } from "./skeleton";
import { INVALID_PROBABILITY, NO_PROBABILITY, NO_STATISTICS } from "./words";

interface Props {
  feature: Feature;
  /** The newest answer there is; while the next one is on its way it stays, dimmed. */
  result: FeatureResult | undefined;
  isLoading: boolean;
  error: string | null;
  /** Whether days are chosen by more than their dates; only then other days are drawn. */
  filtered: boolean;
  /** Opens the days of a bar; without it bars are drawn only. */
  onDays?: (bar: DayBar) => void;
}

/** A card's probability: what the modules answered about its feature, or why there is nothing to read. */
export const ProbabilityPanel = memo(function ProbabilityPanel(props: Props) {
  const { feature, isLoading, result } = props;
  return (
    <section
      className={styles.panel}
      aria-label={`Probability of ${feature.displayName}`}
      aria-busy={isLoading}
      data-stale={isLoading && result !== undefined}
      data-sample={result?.metadata?.sample_size?.grade ?? "unknown"}
    >
      <Content {...props} />
    </section>
  );
});

function Content({ feature, result, isLoading, error, filtered, onDays }: Props) {
  if (isLoading && result === undefined) return <Skeleton feature={feature} />;
  if (error !== null) return <Failure text={`Error loading probability: ${error}`} />;
  if (result === undefined) return <Empty>{NO_PROBABILITY}</Empty>;
  // An answer holds both, the feature and its modules, or it is none.
  const { feature: name, modules }: Partial<FeatureResult> = result;
  if (!name || !modules) return <Failure text={INVALID_PROBABILITY} />;
  if (Object.keys(modules).length === 0) return <Empty>{NO_STATISTICS}</Empty>;
  return <ModuleList feature={feature} result={result} filtered={filtered} onDays={onDays} />;
}

function Failure({ text }: { text: string }) {
  return (
    <p role="alert" className={styles.failure}>
      {text}
    </p>
  );
}
