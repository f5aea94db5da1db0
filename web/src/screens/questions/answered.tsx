import Skeleton from "@mui/material/Skeleton";
import type { ReactNode } from "react";
import { useClaims } from "@/api/calls/claims-api";
import type { ClaimsAnswer } from "@/api/generated";
import { errorText } from "@/api/request-error";
import { Failed } from "@/kit/failed";
import { useAppSelector } from "@/lib/state/hooks";
import { sessionsWords } from "@/parts/questions/claim-words";
import { selectSeal } from "@/question/seals-slice";
import styles from "./questions.module.css";

/** Said where the frame of the page does not. */
const SAMPLE = " Sample data: made by this program, not by a market.";

/** The answers of the last night once they are there, with what they are of. */
export function Answered({ children }: { children: (answer: ClaimsAnswer) => ReactNode }) {
  const { data, error, isFetching, refetch } = useClaims();
  const isSealed = useAppSelector(selectSeal) !== undefined;
  const isIn = useAppSelector(({ session }) => session.status === "authenticated");
  const failure = isFetching ? null : errorText(error);
  if (failure) return <Failed onRetry={refetch}>{failure}</Failed>;
  if (!data)
    return <Skeleton className={styles.coming ?? ""} aria-label="Loading the answers" role="status" />;
  return (
    <div className={styles.answer} data-stale={isFetching} aria-busy={isFetching}>
      <p className={styles.note}>
        {sessionsWords(data)}. Snapshot {data.snapshot}.{data.sample_data && !isIn && SAMPLE}
        {isSealed && " Sealed days are counted here: these figures are those of the night."}
      </p>
      {children(data)}
    </div>
  );
}
