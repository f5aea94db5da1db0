import type { CurveCut } from "@/api/generated";
import { Button } from "@/kit/button";
import { useAppDispatch } from "@/lib/state/hooks";
import { modalOpened } from "@/lib/state/ui-slice";
import styles from "./curve.module.css";
import type { Subjects } from "./subjects";
import { useCutLooks } from "./use-cut-looks";
import { looksWords } from "./words";

/** How many cuts of this curve were looked at; each is a look of the ledger. */
export function CutLooks({ subjects, cut }: { subjects: Subjects; cut: CurveCut | null }) {
  const dispatch = useAppDispatch();
  const { by, outcome, label } = subjects;
  const count = useCutLooks(cut, { by: by.name, outcome: outcome.name, label });
  return (
    <div className={styles.looks}>
      <p>{looksWords(count)}</p>
      <Button look="quiet" aria-haspopup="dialog" onClick={() => dispatch(modalOpened("ledger"))}>
        Open the ledger
      </Button>
    </div>
  );
}
