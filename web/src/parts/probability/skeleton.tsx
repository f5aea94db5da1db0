import MuiSkeleton from "@mui/material/Skeleton";
import type { CSSProperties } from "react";
import type { Feature } from "@/api/generated";
import { useAppSelector } from "@/lib/state/hooks";
import { selectShowsModules } from "@/lib/state/ui-slice";
import { type KnownKind, knownKind, OF_TIMES, PRIORITY } from "./kinds";
import styles from "./probability.module.css";
import { heightOf, isTimed, labelCount, type Place } from "./skeleton-heights";
import { isSplit, TOGETHER } from "./split";

interface Props {
  feature: Feature;
  /** Whether days are chosen by more than their dates: then the answer says more. */
  filtered: boolean;
}

/** The place of what will come, with the words that it is on its way. */
export function Skeleton({ feature, filtered }: Props) {
  const showsModules = useAppSelector((state) => selectShowsModules(state, feature.name));
  return (
    <div className={styles.skeletons}>
      <p role="status" className={styles.loading}>
        Loading probability data...
      </p>
      {shownPlaces(feature, filtered, showsModules).map((place) => {
        const [narrow, wide] = heightOf(place, feature, filtered);
        const size = { "--narrow": `${narrow}px`, "--wide": `${wide}px` } as CSSProperties;
        return <MuiSkeleton key={place} className={styles.skeleton ?? ""} style={size} />;
      })}
    </div>
  );
}

/**
 * What is shown on its own: where labels lead, the occurrence is one of their details; the modules of an event's times
 * are behind their switch.
 */
function shownPlaces(feature: Feature, filtered: boolean, showsModules: boolean): Place[] {
  const asked = feature.metadata.statistical_method.map(knownKind);
  const isTimedHere = isTimed(feature);
  const isHidden = (kind: KnownKind) =>
    (labelCount(feature) > 0 && kind === "occurrence") ||
    (isSplit(feature) && TOGETHER.includes(kind)) ||
    (isTimedHere && !showsModules && OF_TIMES.includes(kind));
  const kinds = PRIORITY.filter((kind) => asked.includes(kind) && !isHidden(kind));
  const places: Place[] = ["first_line", ...(isTimedHere ? (["by_when"] as const) : []), ...kinds];
  return filtered ? places : [...places, "missing_days"];
}
