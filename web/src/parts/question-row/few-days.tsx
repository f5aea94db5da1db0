import WarningAmber from "@mui/icons-material/WarningAmber";
import { useFeaturesByName } from "@/api/catalogue";
import { useDayCount } from "@/api/data-api";
import type { Feature, Removal } from "@/api/generated";
import { Button } from "@/kit/button";
import { PopoverButton } from "@/kit/overlays/popover-button";
import { useNarrow } from "@/kit/use-narrow";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { countOf } from "@/lib/text/format";
import { removeActive } from "@/question/apply-filters";
import { briefName, filterWords } from "@/question/filter-words";
import { type Filter, idOf, isConditioned } from "@/question/filters";
import { pendingCleared, selectActive, selectIsApplying, selectPendingCount } from "@/question/filters-slice";
import { selectSeal } from "@/question/seals-slice";
import { useAnsweredSelection } from "@/question/selection";
import styles from "./answer-bar.module.css";
import { Note } from "./note";
import { usePinned } from "./pinned";
import { Refused, useRefusal } from "./refused";
import { filterNamed, useWidened } from "./widen-api";

/** As many matched days as a rate needs to be one. */
const FEW = 30;
const MOST_OFFERS = 2;

/** How many days the applied filters leave, where that is too few to tell much; null where it is not, or not known. */
export function useFewDays(): number | null {
  const active = useAppSelector(selectActive);
  const key = useAnsweredSelection(active);
  const { currentData: days } = useDayCount(isConditioned(active) ? key : null);
  return days !== undefined && days < FEW ? days : null;
}

/** Says that few days match and offers the filters whose going brings most; a question without an answer is taken back. */
export function FewDays({ saysNone }: { saysNone: boolean }) {
  const days = useFewDays();
  const refusal = useRefusal();
  const isRefused = useAppSelector(({ filters }) => filters.hasFailed);
  const ready = useAppSelector(selectPendingCount);
  const isNarrow = useNarrow();
  if (refusal !== null) return <Refused why={refusal} />;
  if (isRefused && ready > 0) return <WayBack count={ready} />;
  if (days === null) return null;
  return isNarrow ? <Folded days={days} /> : <Offers days={days} isTold={saysNone && days === 0} />;
}

/** Where there is no room for the offers: the way to them. */
function Folded({ days }: { days: number }) {
  return (
    <PopoverButton
      look="quiet"
      className={styles.folded ?? ""}
      title="Few days"
      aria-label={`${fewWords(days)} Ways to more`}
      label={<WarningAmber />}
      content={() => <Offers days={days} isTold={false} />}
    />
  );
}

function fewWords(days: number): string {
  if (days === 0) return "No day matches.";
  return `${countOf(days, "day")} ${days === 1 ? "tells" : "tell"} little.`;
}

function WayBack({ count }: { count: number }) {
  const dispatch = useAppDispatch();
  return (
    <Note label="Not applied">
      <span className={styles.fewWords}>Not applied.</span>
      <Button look="quiet" onClick={() => dispatch(pendingCleared())}>
        Drop {count === 1 ? "the change" : `the ${count} changes`}
      </Button>
    </Note>
  );
}

interface OffersProps {
  days: number;
  /** Whether the page says elsewhere how few the days are. */
  isTold: boolean;
}

function Offers({ days, isTold }: OffersProps) {
  const active = useAppSelector(selectActive);
  const key = useAnsweredSelection(active);
  const pinned = usePinned();
  const isEvent = pinned?.metadata.statistical_method.includes("occurrence") === true;
  const event = pinned && isEvent ? { feature: pinned.name } : {};
  const isSealed = useAppSelector(selectSeal) !== undefined;
  const { currentData } = useWidened(key && { ...key, ...event, ...(isSealed && { keep_dates: true }) });
  const offers = (currentData?.removals ?? [])
    .filter(({ n_days }) => n_days > days)
    .slice(0, MOST_OFFERS)
    .flatMap((removal) => {
      const gone = removal.filters.map((named) => filterNamed(named, active));
      return gone.every((filter) => filter !== undefined) ? [{ removal, gone }] : [];
    });
  if (isTold && offers.length === 0) return null;
  return (
    <Note label="Few days">
      {!isTold && <span className={styles.fewWords}>{fewWords(days)}</span>}
      {offers.map(({ removal, gone }) => (
        <Offer key={gone.map(idOf).join()} removal={removal} gone={gone} event={isEvent ? pinned : null} />
      ))}
    </Note>
  );
}

interface OfferProps {
  removal: Removal;
  gone: readonly Filter[];
  /** What the removal's rate is of. */
  event: Feature | null;
}

function Offer({ removal, gone, event }: OfferProps) {
  const dispatch = useAppDispatch();
  const features = useFeaturesByName();
  const isApplying = useAppSelector(selectIsApplying);
  const names = gone.map((filter) => filterWords(filter, features)).join(" and ");
  const rate = removal.rate?.occurrence;
  const told = event && typeof rate === "number" && `${briefName(event)} ${Math.round(100 * rate)}%`;
  const what = [countOf(removal.n_days, "day"), told].filter(Boolean).join(", ");
  const sentence = `Without ${names}: ${what}`;
  return (
    <Button
      look="quiet"
      className={styles.offer ?? ""}
      disabled={isApplying}
      aria-label={sentence}
      data-hint={sentence}
      onClick={() => void dispatch(removeActive(...gone.map(idOf)))}
    >
      <span className={styles.offerName}>Without {names}:</span> {what}
    </Button>
  );
}
