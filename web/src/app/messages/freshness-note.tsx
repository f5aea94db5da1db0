import Alert from "@mui/material/Alert";
import { useSummary } from "@/api/catalogue";
import { selectLostSince, tryAsked } from "@/api/connection-slice";
import { selectIsOvertaken } from "@/api/session/session-slice";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { formatClock, formatDate } from "@/lib/text/format";
import { Button } from "@/lib/ui/button";
import styles from "./freshness-note.module.css";

/** Says, as long as it is so, that what is on screen is older than what there may be, and of which data it is. */
export function FreshnessNote() {
  const lostSince = useAppSelector(selectLostSince);
  const isOvertaken = useAppSelector(selectIsOvertaken);
  const lastDay = useSummary().data?.max_date;
  const last = lastDay === undefined ? null : formatDate(lastDay);
  const text = lostSince === null ? isOvertaken && overtaken(last) : lost(lostSince, last);
  return (
    <div role="status" aria-label="How current the figures are">
      {text && (
        <Alert
          severity="warning"
          role="none"
          className={styles.note ?? ""}
          action={lostSince !== null && <TryNow />}
        >
          {text}
        </Alert>
      )}
    </div>
  );
}

function lost(since: number, last: string | null): string {
  const figures = last ? ` The figures on screen are from before, of data up to ${last}.` : "";
  return `The server has not answered since ${formatClock(since)}.${figures} What you set up is kept.`;
}

function overtaken(last: string | null): string {
  const figures = last ? ` Until it is here, figures are of data up to ${last}.` : "";
  return `New data was published and is on its way.${figures}`;
}

function TryNow() {
  const dispatch = useAppDispatch();
  return <Button onClick={() => dispatch(tryAsked())}>Try now</Button>;
}
