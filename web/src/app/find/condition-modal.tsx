import { useMemo } from "react";
import { outcomeChosen } from "@/address/ask";
import { useKnownLists } from "@/api/calls/lists-api";
import { useCatalogue } from "@/api/catalogue";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { countOf } from "@/lib/text/format";
import { ApplyButton } from "@/parts/filters/filter-summary";
import { ConditionDialog } from "@/parts/find/condition-dialog";
import { type Conditions, conditionsOf } from "@/parts/find/conditions/condition-entries";
import { addConditions, isInQuestion } from "@/question/add-conditions";
import { applyPending } from "@/question/apply-filters";
import { selectPendingCount } from "@/question/filters-slice";
import { usePendingDays } from "@/question/pending-days";
import type { ModalProps } from "../shell/modals";

const NONE: Conditions = { usual: [], find: () => ({ entries: [], isSure: true }), sure: () => [] };

/** The palette of conditions: each that is chosen waits for Apply, and the palette stays for the next. */
export default function ConditionModal({ onClose }: ModalProps) {
  const dispatch = useAppDispatch();
  const { data: catalogue, isLoading } = useCatalogue();
  const lists = useKnownLists();
  const conditions = useMemo(() => catalogue && conditionsOf(catalogue, lists), [catalogue, lists]);
  const filters = useAppSelector((state) => state.filters);
  const ready = useAppSelector(selectPendingCount);
  const apply = () => {
    onClose();
    if (ready > 0) void dispatch(applyPending());
  };
  return (
    <ConditionDialog
      conditions={conditions ?? NONE}
      isComing={isLoading}
      isApplied={(filter) => isInQuestion(filters, filter)}
      onAdd={(added) => dispatch(addConditions(added))}
      onAsk={(added, outcome) => {
        onClose();
        dispatch(outcomeChosen(added, outcome, catalogue?.features ?? []));
      }}
      onApply={apply}
      onClose={onClose}
    >
      <DaysLeft />
      <ApplyButton onApply={apply} />
    </ConditionDialog>
  );
}

/** How many days the conditions leave, or why they cannot be asked. */
function DaysLeft() {
  const { ready, days, isStale, refusal } = usePendingDays();
  if (ready === 0) return null;
  return (
    <p role="status" aria-busy={isStale} data-stale={isStale}>
      {refusal ?? (days === undefined ? "–" : countOf(days, "day"))}
    </p>
  );
}
