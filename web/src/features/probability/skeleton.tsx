import MuiSkeleton from "@mui/material/Skeleton";
import type { CSSProperties } from "react";
import type { Feature } from "@/api/generated";
import { type KnownKind, knownKind, PRIORITY } from "./kinds";
import styles from "./probability.module.css";
import { type Height, heightOf, MISSING_DAYS } from "./skeleton-heights";
import { unmixedKinds } from "./split";

interface Props {
  feature: Feature;
  /** Whether days are chosen by more than their dates: then the answer says more. */
  filtered: boolean;
}

/** The place of what will come, with the words that it is on its way. */
export function Skeleton({ feature, filtered }: Props) {
  const kinds = shownKinds(feature);
  return (
    <div className={styles.skeletons}>
      <p role="status" className={styles.loading}>
        Loading probability data...
      </p>
      {kinds.map((kind) => (
        <MuiSkeleton
          key={kind}
          className={styles.skeleton ?? ""}
          style={sized(heightOf(kind, feature, filtered))}
        />
      ))}
      {!filtered && <MuiSkeleton className={styles.skeleton ?? ""} style={sized(MISSING_DAYS)} />}
    </div>
  );
}

/** The modules that stand on their own: where labels lead, the occurrence is one of their details. */
function shownKinds(feature: Feature): KnownKind[] {
  const { metadata, ui_schema } = feature;
  const asked = metadata.statistical_method.map(knownKind);
  const hasLabels = (ui_schema.filter_component.validation.labels?.length ?? 0) > 0;
  const kinds = PRIORITY.filter((kind) => asked.includes(kind) && !(hasLabels && kind === "occurrence"));
  return unmixedKinds(feature, kinds);
}

function sized({ narrow, wide }: Height): CSSProperties {
  return { "--narrow": `${narrow}px`, "--wide": `${wide}px` } as CSSProperties;
}
