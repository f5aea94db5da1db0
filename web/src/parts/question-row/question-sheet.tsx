import { useState } from "react";
import { PopoverButton } from "@/kit/overlays/popover-button";
import { useAppSelector } from "@/lib/state/hooks";
import { countOf } from "@/lib/text/format";
import { asOfWords, WHOLE_DAY } from "@/question/as-of";
import { isDates } from "@/question/filters";
import { selectActive } from "@/question/filters-slice";
import { type Edited, type QuestionParts, WholeQuestion } from "./chips";
import { useDays } from "./days";
import styles from "./question-sheet.module.css";
import { ALL_SCOPE } from "./scope-parts";

/** A phone's way to the whole question; it says the number of days. */
export function QuestionSheet({ renderEditor, renderScope }: QuestionParts) {
  const [edited, setEdited] = useState<Edited | null>(null);
  const { words, isStale, pending } = useDays();
  const filters = useAppSelector(selectActive).filter((filter) => !isDates(filter)).length;
  const asOf = useAppSelector(({ ui }) => ui.asOf);
  const asked = pending > 0 ? `${pending} pending` : countOf(filters, "filter");
  const known = asOf === WHOLE_DAY ? "" : `, known up to ${asOfWords(asOf)}`;
  return (
    <>
      <PopoverButton
        className={styles.opener ?? ""}
        title="The whole question"
        aria-label={`Question: ${words}, ${asked}${known}`}
        label={
          <span className={styles.days} data-stale={isStale}>
            <strong>{words}</strong>
            <span data-on={known !== ""}>{asked}</span>
          </span>
        }
        content={() => <WholeQuestion onEdit={setEdited} folded={ALL_SCOPE} renderScope={renderScope} />}
      />
      {edited && renderEditor(edited, () => setEdited(null))}
    </>
  );
}
