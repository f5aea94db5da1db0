import { useDeferredValue, useRef } from "react";
import { useProbability } from "@/api/data-api";
import type { Feature } from "@/api/generated";
import { errorText } from "@/api/request-error";
import { useOpenDays } from "@/features/days/state/days-slice";
import { isConditioned } from "@/features/filters/state/filters";
import { selectActive, selectIsApplying } from "@/features/filters/state/filters-slice";
import { useAskedSelection } from "@/features/filters/state/selection";
import { ProbabilityPanel } from "@/features/probability/probability-panel";
import { useAppSelector } from "@/lib/state/hooks";
import { selectIsProbabilityOn } from "@/lib/state/ui-slice";
import { useInSight } from "@/lib/ui/use-in-sight";

/** A card's probability while it is on; fetched only then. */
export function CardProbability({ feature }: { feature: Feature }) {
  const isOn = useAppSelector((state) => selectIsProbabilityOn(state, feature.name));
  return isOn ? <Shown feature={feature} /> : null;
}

/** A card out of sight follows in a later frame than those that are seen. */
function Shown({ feature }: { feature: Feature }) {
  const slot = useRef<HTMLDivElement>(null);
  const isInSight = useInSight(slot);
  const active = useAppSelector(selectActive);
  const isApplying = useAppSelector(selectIsApplying);
  const asked = useAskedSelection(active);
  const later = useDeferredValue(asked);
  const key = isInSight ? asked : later;
  const { data, currentData, error, isFetching } = useProbability(
    key ? { ...key, feature: feature.name } : null,
  );
  const openDays = useOpenDays();
  const failure = isFetching ? null : errorText(error);
  const isOutdated = failure !== null && currentData !== undefined;
  return (
    <div
      ref={slot}
      style={{ minWidth: 0 }}
      data-stale={isApplying || isFetching || isOutdated || key !== asked}
    >
      <ProbabilityPanel
        feature={feature}
        result={data ?? undefined}
        isLoading={data === undefined && error === undefined}
        error={isOutdated ? null : failure}
        filtered={isConditioned(active)}
        onDays={openDays}
      />
      {isOutdated && <p role="alert">Not refreshed: {failure}</p>}
    </div>
  );
}
