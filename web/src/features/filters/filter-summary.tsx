import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { selectProbabilityFeatures } from "@/lib/state/ui-slice";
import { Button } from "@/lib/ui/button";
import { applyPending, clearActive, clearAll, clearProbabilities } from "./apply-filters";
import styles from "./filter-summary.module.css";
import { isComplete } from "./state/filters";
import { pendingCleared, selectActive, selectIsApplying, selectPending } from "./state/filters-slice";

/** Counts of what is set and the actions on it; while nothing is set their place stays empty. */
export function FilterSummary() {
  const pending = useAppSelector(selectPending);
  const active = useAppSelector(selectActive).length;
  const probabilities = useAppSelector(selectProbabilityFeatures).length;
  const ready = pending.filter(isComplete).length;
  const isUnused = pending.length + active + probabilities === 0;
  return (
    <section className={styles.summary} aria-label="Filter summary" data-unused={isUnused}>
      <p
        className={styles.counts}
      >{`(${ready} pending, ${active} active, ${probabilities} probabilities)`}</p>
      <Actions {...{ ready, pending: pending.length, active, probabilities }} />
    </section>
  );
}

interface Counts {
  /** Pending filters that can be applied, and all of them. */
  ready: number;
  pending: number;
  active: number;
  probabilities: number;
}

function Actions({ ready, pending, active, probabilities }: Counts) {
  const dispatch = useAppDispatch();
  const isApplying = useAppSelector(selectIsApplying);
  // Barred without `disabled`, which would take the focus from whoever pressed it.
  const isBarred = isApplying || ready === 0;
  return (
    <div className={styles.actions}>
      <Button
        look="primary"
        className={styles.apply ?? ""}
        aria-disabled={isBarred}
        onClick={() => void (isBarred || dispatch(applyPending()))}
      >
        {isApplying ? "Applying…" : `Apply ${ready} Filter(s)`}
      </Button>
      <Button look="quiet" disabled={isApplying} onClick={() => void dispatch(clearAll())}>
        Clear All
      </Button>
      <Button look="quiet" disabled={isApplying || active === 0} onClick={() => void dispatch(clearActive())}>
        Clear Filters
      </Button>
      <Button look="quiet" disabled={probabilities === 0} onClick={() => dispatch(clearProbabilities())}>
        Clear Probabilities
      </Button>
      <Button look="quiet" disabled={pending === 0} onClick={() => dispatch(pendingCleared())}>
        Clear Pending Filters
      </Button>
    </div>
  );
}
