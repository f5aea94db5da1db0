import { createContext, type ReactNode, use, useDeferredValue, useMemo, useRef, useState } from "react";
import { Link } from "react-router";
import { useOpenDays } from "@/address/open-days";
import { useCatalogue } from "@/api/catalogue";
import { type SelectionKey, useProbability } from "@/api/data-api";
import type { Feature } from "@/api/generated";
import { errorText } from "@/api/request-error";
import { useLook } from "@/kept/ledger/use-look";
import { useInSight } from "@/lib/browser/use-in-sight";
import { useAppSelector } from "@/lib/state/hooks";
import { selectIsProbabilityOn } from "@/lib/state/ui-slice";
import { ProbabilityPanel } from "@/parts/probability/probability-panel";
import { isConditioned } from "@/question/filters";
import { selectActive, selectIsApplying } from "@/question/filters-slice";
import { useAnsweredSelection } from "@/question/selection";
import { isMeasured } from "./curve/subjects";

interface Selected {
  /** The days the cards ask about. */
  key: SelectionKey | null;
  /** Whether days are chosen by more than their dates. */
  filtered: boolean;
}

const CURVE_HINT = "How often an outcome comes along these values";
const NOTHING: Selected = { key: null, filtered: false };
const Now = createContext(NOTHING);
const Later = createContext(NOTHING);
/** Whether the tier has the curve along a feature's values. */
const HasCurve = createContext(false);

/** Tells the cards within which days are selected: those in sight at once, the others in a later frame. */
export function SelectedDays({ children }: { children: ReactNode }) {
  const active = useAppSelector(selectActive);
  const key = useAnsweredSelection(active);
  const filtered = isConditioned(active);
  const now = useMemo(() => ({ key, filtered }), [key, filtered]);
  const later = useDeferredValue(now);
  const hasCurve = useCatalogue().data?.profile_limits.features.curve === true;
  return (
    <div aria-busy={later !== now}>
      <Now value={now}>
        <Later value={later}>
          <HasCurve value={hasCurve}>{children}</HasCurve>
        </Later>
      </Now>
    </div>
  );
}

/** A card's probability while it is on; fetched only then. */
export function CardProbability({ feature }: { feature: Feature }) {
  const isOn = useAppSelector((state) => selectIsProbabilityOn(state, feature.name));
  return isOn ? <Shown feature={feature} /> : null;
}

function Shown({ feature }: { feature: Feature }) {
  const slot = useRef<HTMLDivElement>(null);
  const isInSight = useInSight(slot);
  const { key, filtered } = use(isInSight ? Now : Later);
  const isApplying = useAppSelector((state) => isInSight && selectIsApplying(state));
  const mayAsk = useMayAsk();
  const { data, currentData, error, isFetching } = useProbability(
    key && mayAsk ? { ...key, feature: feature.name } : null,
  );
  useLook(slot, { isTested: filtered, key, shown: currentData });
  const openDays = useOpenDays();
  const failure = isFetching ? null : errorText(error);
  const isOutdated = failure !== null && currentData !== undefined;
  return (
    <div ref={slot} style={{ minWidth: 0 }} data-stale={isApplying || isFetching || isOutdated}>
      <ProbabilityPanel
        feature={feature}
        result={data ?? undefined}
        isLoading={data === undefined && error === undefined}
        error={isOutdated ? null : failure}
        filtered={filtered}
        onDays={openDays}
      />
      {isOutdated && <p role="alert">Not refreshed: {failure}</p>}
      <CurveLink feature={feature} />
    </div>
  );
}

/** Leads to the curve along the values of a number or count, where the tier has it. */
function CurveLink({ feature }: { feature: Feature }) {
  const hasCurve = use(HasCurve);
  if (!hasCurve || !isMeasured(feature)) return null;
  const { name, displayName } = feature;
  return (
    <Link
      to={`/dashboard?view=by-value&by=${name}`}
      aria-label={`Curve of ${displayName}`}
      data-hint={CURVE_HINT}
      style={{ display: "inline-block", lineHeight: "24px" }}
    >
      Curve
    </Link>
  );
}

/** A card opened while a batch is under way has no answer to the days before and waits for the batch. */
function useMayAsk(): boolean {
  const [hasAsked, setHasAsked] = useState(false);
  const mayAsk = useAppSelector(({ filters }) => hasAsked || !filters.isBatching);
  if (mayAsk && !hasAsked) setHasAsked(true);
  return mayAsk;
}
