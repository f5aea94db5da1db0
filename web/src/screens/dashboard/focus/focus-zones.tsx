import ExpandMore from "@mui/icons-material/ExpandMore";
import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { Button } from "@/kit/button";
import { useNarrow } from "@/kit/use-narrow";
import { useAppSelector } from "@/lib/state/hooks";
import { formatCount } from "@/lib/text/format";
import { CardMatches } from "@/parts/find/card-matches";
import { mergeFilters } from "@/question/filters";
import { selectActive, selectPending } from "@/question/filters-slice";
import { AnswerBoard } from "./answer-board";
import styles from "./focus.module.css";

interface Props extends ComponentProps<typeof AnswerBoard> {
  /** What is set, and the ways to change it. */
  conditions: ReactNode;
}

/** Conditions next to the answers to them; on a narrow page folded above these. No text narrows the answers. */
export function FocusZones({ conditions, ...board }: Props) {
  const isNarrow = useNarrow();
  return (
    <CardMatches value={null}>
      <div className={styles.zones}>
        {isNarrow ? (
          <Folded>{conditions}</Folded>
        ) : (
          <section className={styles.conditions} aria-labelledby="conditions">
            <h2 id="conditions" className={styles.title}>
              Conditions
            </h2>
            {conditions}
          </section>
        )}
        <AnswerBoard {...board} />
      </div>
    </CardMatches>
  );
}

/** The conditions behind a line that counts them. */
function Folded({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const active = useAppSelector(selectActive);
  const pending = useAppSelector(selectPending);
  const id = useId();
  return (
    <section className={styles.folded} aria-labelledby="conditions">
      <h2 id="conditions" className={styles.title}>
        <Button
          look="bare"
          className={styles.fold ?? ""}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          Conditions ({formatCount(mergeFilters(active, pending).length)})
          <ExpandMore />
        </Button>
      </h2>
      <div id={id} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </section>
  );
}
