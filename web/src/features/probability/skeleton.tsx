import MuiSkeleton from "@mui/material/Skeleton";
import type { CSSProperties } from "react";
import type { Feature } from "@/api/generated";
import { knownKind, PRIORITY } from "./kinds";
import styles from "./probability.module.css";
import { heightOf, labelCount, type Place } from "./skeleton-heights";
import { isSplit, TOGETHER } from "./split";

interface Props {
  feature: Feature;
  /** Whether days are chosen by more than their dates: then the answer says more. */
  filtered: boolean;
}

/** The place of what will come, with the words that it is on its way. */
export function Skeleton({ feature, filtered }: Props) {
  return (
    <div className={styles.skeletons}>
      <p role="status" className={styles.loading}>
        Loading probability data...
      </p>
      {shownPlaces(feature, filtered).map((place) => {
        const [narrow, wide] = heightOf(place, feature, filtered);
        const size = { "--narrow": `${narrow}px`, "--wide": `${wide}px` } as CSSProperties;
        return <MuiSkeleton key={place} className={styles.skeleton ?? ""} style={size} />;
      })}
    </div>
  );
}

/** The modules that stand on their own: where labels lead, the occurrence is one of their details. */
function shownPlaces(feature: Feature, filtered: boolean): Place[] {
  const asked = feature.metadata.statistical_method.map(knownKind);
  const isDetail = (kind: Place) => labelCount(feature) > 0 && kind === "occurrence";
  const kinds = PRIORITY.filter((kind) => asked.includes(kind) && !isDetail(kind));
  const unmixed = kinds.filter((kind) => !(isSplit(feature) && TOGETHER.includes(kind)));
  return filtered ? unmixed : [...unmixed, "missing_days"];
}
