import { skipToken } from "@reduxjs/toolkit/query";
import { lazy, Suspense } from "react";
import { useProbabilityQuery } from "@/api/data-api";
import type { Feature } from "@/api/generated";
import { errorText } from "@/api/request-error";
import { useSelectionKey } from "@/api/selection";
import { isConditioned } from "@/lib/filters";
import { selectActive, selectIsApplying, selectIsBatching } from "@/lib/state/filters-slice";
import { useAppSelector } from "@/lib/state/hooks";
import { selectIsProbabilityOn } from "@/lib/state/ui-slice";
import styles from "./card-probability.module.css";

const FRESH_S = 60;

const ProbabilityPanel = lazy(() =>
  import("@/features/probability/probability-panel").then((module) => ({ default: module.ProbabilityPanel })),
);

/** A card's probability while it is on; fetched only then. */
export function CardProbability({ feature }: { feature: Feature }) {
  const isOn = useAppSelector((state) => selectIsProbabilityOn(state, feature.name));
  return isOn ? <Shown feature={feature} /> : null;
}

function Shown({ feature }: { feature: Feature }) {
  const active = useAppSelector(selectActive);
  const isBatching = useAppSelector(selectIsBatching);
  const isApplying = useAppSelector(selectIsApplying);
  const key = useSelectionKey(active);
  const { data, error, isFetching } = useProbabilityQuery(
    key && !isBatching ? { ...key, feature: feature.name } : skipToken,
    { refetchOnMountOrArgChange: FRESH_S },
  );
  const isWaiting = data === undefined && error === undefined;
  return (
    <div className={styles.slot} data-stale={isApplying || isFetching}>
      <Suspense fallback={<p className={styles.loading}>Loading probability data...</p>}>
        <ProbabilityPanel
          feature={feature}
          result={data ?? undefined}
          isLoading={isWaiting}
          error={isFetching ? null : errorText(error)}
          filtered={isConditioned(active)}
        />
      </Suspense>
    </div>
  );
}
