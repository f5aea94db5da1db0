import { useId } from "react";
import { Link } from "react-router";
import { useAsk, useFirstOfGroups } from "@/address/ask";
import { useClaims } from "@/api/calls/claims-api";
import { Button } from "@/kit/button";
import { countOf } from "@/lib/text/format";
import styles from "./start.module.css";
import { START, shareWords } from "./words";

/** What an empty dashboard can begin with: a question of each group, asked by one click. */
export default function QuestionStart({ onAsked }: { onAsked?: () => void }) {
  const { data, error } = useClaims();
  const first = useFirstOfGroups(data?.claims ?? []);
  const ask = useAsk();
  const id = useId();
  if (error || (data && first.length === 0)) return null;
  return (
    <section className={styles.start} aria-labelledby={id} aria-busy={!data}>
      <div className={styles.head}>
        <h3 id={id}>{START}</h3>
        <Link to="/questions">All questions</Link>
      </div>
      <ul className={styles.questions}>
        {first.map((claim) => (
          <li key={claim.id}>
            <Button
              disabled={!ask}
              onClick={() => {
                ask?.(claim);
                onAsked?.();
              }}
            >
              <span className={styles.question}>{claim.question}</span>
              <span className={styles.answer}>
                {shareWords(claim.rate)} of {countOf(claim.days, "day")}
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
