import type { ReactNode } from "react";
import { useClaims } from "@/api/calls/claims-api";
import type { ClaimsAnswer } from "@/api/generated";
import { Coming, Loaded } from "@/kit/screen";
import { useAppSelector } from "@/lib/state/hooks";
import { sessionsWords } from "@/parts/questions/words";
import { selectSeal } from "@/question/seals-slice";
import styles from "./questions.module.css";

/** Said where the frame of the page does not. */
const SAMPLE = " Sample data: made by this program, not by a market.";

/** The answers of the last night once they are there, with what they are of. */
export function Answered({ children }: { children: (answer: ClaimsAnswer) => ReactNode }) {
  const isSealed = useAppSelector(selectSeal) !== undefined;
  const isIn = useAppSelector(({ session }) => session.status === "authenticated");
  return (
    <Loaded
      query={useClaims()}
      loading={<Coming label="Loading the answers" height={640} />}
      className={styles.answer}
    >
      {(answer) => (
        <>
          <p className={styles.note}>
            {sessionsWords(answer)}. Snapshot {answer.snapshot}.{answer.sample_data && !isIn && SAMPLE}
            {isSealed && " Sealed days are counted here: these figures are those of the night."}
          </p>
          {children(answer)}
        </>
      )}
    </Loaded>
  );
}
