import MuiSkeleton from "@mui/material/Skeleton";
import type { Feature } from "@/api/generated";
import styles from "./probability.module.css";
import { placesOf } from "./skeleton-heights";

/** The place of what will come, with the words that it is on its way. */
export function Skeleton({ feature }: { feature: Feature }) {
  return (
    <div className={styles.skeletons}>
      <p role="status" className={styles.loading}>
        Loading probability data...
      </p>
      {placesOf(feature).map(([place, height]) => (
        <MuiSkeleton key={place} className={styles.skeleton ?? ""} data-place={place} height={height} />
      ))}
    </div>
  );
}
