import type { Feature } from "@/api/generated";
import { type KnownKind, knownKind, PRIORITY } from "./kinds";
import styles from "./probability.module.css";

/** The height of each display, so that the card does not jump when it comes. */
const HEIGHTS: Readonly<Record<KnownKind, number>> = {
  occurrence: 110,
  basic_distribution: 181,
  timing_analysis: 209,
  period_probability: 134,
  time_distribution: 94,
  percentage_distribution: 173,
  threshold_analysis: 116,
  categorical_distribution: 121,
  extreme_timing: 251,
  hod_lod_analysis: 251,
  ema_accumulation: 215,
  streak_analysis: 195,
  binary_multi_occurrence: 134,
  ath_analysis: 242,
};
const LABELS_HEIGHT = 58;
const LABEL_HEIGHT = 24;

/** The place of what will come, with the words that it is on its way. */
export function Skeleton({ feature }: { feature: Feature }) {
  const asked = feature.metadata.statistical_method.map(knownKind);
  const kinds = PRIORITY.filter((kind) => asked.includes(kind));
  return (
    <div className={styles.skeletons}>
      <p role="status" className={styles.loading}>
        Loading probability data...
      </p>
      {kinds.map((kind) => (
        <div key={kind} className={styles.skeleton} style={{ height: heightOf(kind, feature) }} />
      ))}
    </div>
  );
}

/** The same while the panel itself is on its way. */
export function PanelSkeleton({ feature }: { feature: Feature }) {
  return (
    <div className={styles.panel}>
      <Skeleton feature={feature} />
    </div>
  );
}

function heightOf(kind: KnownKind, feature: Feature): number {
  const labels = feature.ui_schema.filter_component.validation.labels?.length ?? 0;
  const isOfLabels = kind === "categorical_distribution" || (kind === "basic_distribution" && labels > 0);
  return isOfLabels ? LABELS_HEIGHT + labels * LABEL_HEIGHT : HEIGHTS[kind];
}
