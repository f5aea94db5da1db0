import { Button } from "@/kit/button";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import {
  applyPending,
  clearActive,
  clearAll,
  clearPending,
  clearProbabilities,
} from "@/question/apply-filters";
import { selectActive, selectIsApplying, selectPending, selectPendingCount } from "@/question/filters-slice";
import styles from "./filter-summary.module.css";

/** Counts of what is set and the actions on it, where anything is set. */
export function FilterSummary() {
  const ready = useAppSelector(selectPendingCount);
  const pending = useAppSelector(selectPending).length;
  const active = useAppSelector(selectActive).length;
  const probabilities = useAppSelector(({ ui }) => ui.activeProbabilityFeatures).length;
  const isUnused = pending + active + probabilities === 0;
  return (
    <section className={styles.summary} aria-label="Filter summary" data-unused={isUnused}>
      <p
        className={styles.counts}
      >{`(${ready} pending, ${active} active, ${probabilities} probabilities)`}</p>
      <div className={styles.actions}>
        <ApplyButton />
        <ClearButtons />
      </div>
    </section>
  );
}

/** The specification's ways to clear; what is not there to be cleared is barred. */
export function ClearButtons() {
  const dispatch = useAppDispatch();
  const pending = useAppSelector(selectPending).length;
  const active = useAppSelector(selectActive).length;
  const probabilities = useAppSelector(({ ui }) => ui.activeProbabilityFeatures).length;
  const isApplying = useAppSelector(selectIsApplying);
  return (
    <>
      <Button look="quiet" disabled={isApplying} onClick={() => void dispatch(clearAll())}>
        Clear All
      </Button>
      <Button look="quiet" disabled={isApplying || active === 0} onClick={() => void dispatch(clearActive())}>
        Clear Filters
      </Button>
      <Button look="quiet" disabled={probabilities === 0} onClick={() => dispatch(clearProbabilities())}>
        Clear Probabilities
      </Button>
      <Button look="quiet" disabled={pending === 0} onClick={() => dispatch(clearPending())}>
        Clear Pending Filters
      </Button>
    </>
  );
}

/** Barred without `disabled`, which would take the focus from a pressed button. */
export function ApplyButton({ onApply }: { onApply?: () => void }) {
  const dispatch = useAppDispatch();
  const apply = onApply ?? (() => void dispatch(applyPending()));
  const ready = useAppSelector(selectPendingCount);
  const isApplying = useAppSelector(selectIsApplying);
  const isBarred = isApplying || ready === 0;
  return (
    <Button
      look="primary"
      className={styles.apply ?? ""}
      aria-disabled={isBarred}
      onClick={() => isBarred || apply()}
    >
      {isApplying ? "Applying…" : `Apply ${ready} Filter(s)`}
    </Button>
  );
}
