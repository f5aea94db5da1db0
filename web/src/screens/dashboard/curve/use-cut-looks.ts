import { useEffect } from "react";
import type { CurveCut } from "@/api/generated";
import { lookSeen, selectLooks } from "@/kept/ledger/ledger-slice";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { selectQuestion } from "@/question/question-text";

interface CutOf {
  by: string;
  outcome: string;
  label: string | null;
}

/** Writes the test of the cut shown into the ledger; how many cuts of this curve it holds. */
export function useCutLooks(shown: CurveCut | null, { by, outcome, label }: CutOf): number {
  const dispatch = useAppDispatch();
  const question = useAppSelector(selectQuestion);
  useEffect(() => {
    const p = shown?.verdict.adjusted_p;
    if (!shown || typeof p !== "number") return;
    const { value, above } = shown;
    const { total_days: n, occurrence: rate } = above;
    dispatch(lookSeen({ question, feature: outcome, cut: { by, value, label }, n, rate, p, at: Date.now() }));
  }, [dispatch, question, shown, by, outcome, label]);
  return useAppSelector(
    (state) =>
      selectLooks(state).filter(
        (look) =>
          look.question === question &&
          look.feature === outcome &&
          look.cut?.by === by &&
          look.cut.label === label,
      ).length,
  );
}
