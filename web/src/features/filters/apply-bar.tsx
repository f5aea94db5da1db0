import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { Button } from "@/lib/ui/button";
import { useNarrow } from "@/lib/ui/use-narrow";
import { applyPending } from "./apply-filters";
import styles from "./filter-summary.module.css";
import { LiveCount } from "./pending-count";
import { selectIsApplying, selectPendingCount } from "./state/filters-slice";

/** Where the sidebar is a drawer: Apply and the live count at the page's foot while something is pending. */
export function ApplyBar() {
  return useNarrow() ? <ApplyAndCount /> : null;
}

function ApplyAndCount() {
  const dispatch = useAppDispatch();
  const isApplying = useAppSelector(selectIsApplying);
  const ready = useAppSelector(selectPendingCount);
  return (
    <div className={styles.applyBar} data-unused={ready === 0}>
      <LiveCount />
      <Button look="primary" disabled={isApplying} onClick={() => void dispatch(applyPending())}>
        {isApplying ? "Applying…" : `Apply ${ready} Filter(s)`}
      </Button>
    </div>
  );
}
