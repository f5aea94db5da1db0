import Add from "@mui/icons-material/Add";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { useSummary } from "@/api/catalogue";
import { useDayCount } from "@/api/data-api";
import { Button } from "@/kit/button";
import { useNarrow } from "@/kit/use-narrow";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { modalOpened } from "@/lib/state/ui-slice";
import { countOf, formatDate } from "@/lib/text/format";
import { applyPending } from "@/question/apply-filters";
import { asOfWords, WHOLE_DAY } from "@/question/as-of";
import { isDates } from "@/question/filters";
import {
  selectActive,
  selectIsApplying,
  selectPending,
  selectPendingCount,
  selectWaitingAsOf,
} from "@/question/filters-slice";
import { usePendingDays } from "@/question/pending-days";
import { useAnsweredSelection, useTotalDays } from "@/question/selection";
import styles from "./answer-bar.module.css";
import { Chips, type Edited } from "./chips";
import { FewDays } from "./few-days";
import { Sentence } from "./sentence";
import { ShareButton } from "./share-button";

interface Props {
  /** The editor of a filter, below its chip. */
  renderEditor: (edited: Edited, close: () => void) => ReactNode;
  onGo: (feature: string) => void;
  /** Whether the page's foot has Apply where the page is narrow. */
  hasFoot: boolean;
  /** Whether the page itself says that no day matches. */
  saysNone: boolean;
  /** Called when conditions are about to be added. */
  fetchAhead: () => void;
}

/** The question and its answer in one row that stays in sight: filters, days, and a sentence of the pinned card. */
export function AnswerBar({ renderEditor, onGo, hasFoot, saysNone, fetchAhead }: Props) {
  const bar = useRef<HTMLElement>(null);
  const [edited, setEdited] = useState<Edited | null>(null);
  useFocusKept(bar, edited);
  return (
    <section ref={bar} className={styles.bar} aria-label="Question and answer">
      <AddCondition fetchAhead={fetchAhead} />
      <Chips onEdit={setEdited} />
      <Scope />
      <Days />
      <Apply hasFoot={hasFoot} />
      <FewDays saysNone={saysNone} />
      <Sentence onGo={onGo} />
      <ShareButton />
      {edited && renderEditor(edited, () => setEdited(null))}
    </section>
  );
}

/** A closed editor gives the focus back to its chip; where that is gone, the row's first button has it. */
function useFocusKept(bar: RefObject<HTMLElement | null>, edited: Edited | null) {
  const isOpen = edited !== null;
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    const isClosed = wasOpen.current && !isOpen;
    wasOpen.current = isOpen;
    if (isClosed && document.activeElement === document.body) bar.current?.querySelector("button")?.focus();
  }, [bar, isOpen]);
}

function AddCondition({ fetchAhead }: Pick<Props, "fetchAhead">) {
  const dispatch = useAppDispatch();
  return (
    <Button
      look="quiet"
      className={styles.add ?? ""}
      aria-label="Add a condition"
      aria-haspopup="dialog"
      onPointerEnter={fetchAhead}
      onFocus={fetchAhead}
      onClick={() => dispatch(modalOpened("conditions"))}
    >
      <Add /> <span>condition</span>
    </Button>
  );
}

/** The instrument and the dates where there is room, and as of when: text only, as the header has their controls. */
function Scope() {
  const { data } = useSummary();
  const waiting = useAppSelector((state) => selectPending(state).find(isDates));
  const active = useAppSelector((state) => selectActive(state).find(isDates));
  const own = useAppSelector(({ ui }) => ui.asOf);
  const nextBar = useAppSelector(selectWaitingAsOf);
  const asOf = nextBar ?? own;
  if (!data) return null;
  const dates = waiting ?? active;
  const [from, to] = dates ? [dates.value].flat().map(String) : [data.min_date, data.max_date];
  const span = `${formatDate(from ?? data.min_date)} – ${formatDate(to ?? data.max_date)}`;
  return (
    <>
      <span className={styles.scope}>
        <span>
          {data.snapshot.symbol}
          {waiting && <em> pending</em>}
        </span>
        <span>{span}</span>
      </span>
      {(nextBar !== null || own !== WHOLE_DAY) && (
        <span className={styles.asOf}>
          known up to {asOfWords(asOf)}
          {nextBar !== null && <em> pending</em>}
        </span>
      )}
    </>
  );
}

/** How many days match, or would with the pending filters. */
function Days() {
  const active = useAppSelector(selectActive);
  const isApplying = useAppSelector(selectIsApplying);
  const { currentData, data, isFetching, isError } = useDayCount(useAnsweredSelection(active));
  const total = useTotalDays();
  const pending = usePendingDays();
  const isPending = pending.ready > 0;
  const now = active.length === 0 ? total : (currentData ?? (isError ? undefined : data));
  const days = isPending ? pending.days : now;
  const isStale = isPending ? pending.isStale : isApplying || isFetching || isError;
  return (
    <span className={styles.days} data-stale={isStale}>
      <strong>{days === undefined ? "–" : countOf(days, "day")}</strong>
      {isPending && <em>with the pending {pending.ready === 1 ? "filter" : "filters"}</em>}
    </span>
  );
}

/** Where the page's foot has no Apply: barred without `disabled`, which would take the focus from a pressed button. */
function Apply({ hasFoot }: Pick<Props, "hasFoot">) {
  const dispatch = useAppDispatch();
  const ready = useAppSelector(selectPendingCount);
  const isApplying = useAppSelector(selectIsApplying);
  const isNarrow = useNarrow();
  if (isNarrow && hasFoot) return null;
  return (
    <Button
      look="primary"
      className={styles.apply ?? ""}
      data-unused={ready === 0 && !isApplying}
      aria-disabled={isApplying || ready === 0}
      onClick={() => void (isApplying || ready === 0 || dispatch(applyPending()))}
    >
      Apply
    </Button>
  );
}
