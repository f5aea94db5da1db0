import Alert from "@mui/material/Alert";
import type { ReactNode } from "react";
import { useSummary } from "@/api/catalogue";
import { tryAsked } from "@/api/connection-slice";
import { Button } from "@/kit/button";
import { pageSettings } from "@/lib/page-settings";
import { COIN_MARKET, NOTHING_TO_FIND } from "@/lib/sample-markets";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { formatClock, formatDate } from "@/lib/text/format";
import styles from "./notes.module.css";

/** A host name with this in it serves development; request-queue limits go by the same. */
const MARKER = "dev-";

function Warning({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Alert severity="warning" role="none">
      <strong>{title}</strong>: {children}
    </Alert>
  );
}

/** What nobody may miss about the data behind every figure: that it is sample data, that rolls are unknown. */
export function DataMarks() {
  const { symbol, sample_data, roll_state } = useSummary().data?.snapshot ?? {};
  if (!sample_data && roll_state !== "unknown") return null;
  return (
    <div role="note" aria-label="About this data">
      {symbol === COIN_MARKET ? (
        <Warning title={COIN_MARKET}>{NOTHING_TO_FIND}</Warning>
      ) : (
        sample_data && <Warning title="Sample data">made by this program, not by a market.</Warning>
      )}
      {roll_state === "unknown" && (
        <Warning title="Unknown rolls">
          the bars do not say their contract, so gaps may hold contract changes.
        </Warning>
      )}
    </div>
  );
}

/** Says, as long as it is so, that the server lets this visitor read on without looking the sign-in up. */
export function SignInsNote() {
  const isAway = useAppSelector(({ connection }) => connection.signInsAway);
  return (
    <div role="status" aria-label="Sign-ins">
      {isAway && (
        <Warning title="Sign-ins cannot be checked at the moment">
          you can read on for up to 15 minutes. Signing in and redeeming a code have to wait.
        </Warning>
      )}
    </div>
  );
}

/** Says, as long as it is so, that what is on screen is older than what there may be, and of which data it is. */
export function FreshnessNote() {
  const dispatch = useAppDispatch();
  const lostSince = useAppSelector(({ connection }) => connection.lostSince);
  const isOvertaken = useAppSelector(({ session }) => session.isOvertaken);
  const last = useSummary().data?.max_date;
  const text = lostSince === null ? isOvertaken && overtaken(last) : lost(lostSince, last);
  const tryNow = lostSince !== null && <Button onClick={() => dispatch(tryAsked())}>Try now</Button>;
  return (
    <div role="status" aria-label="How current the figures are">
      {text && (
        <Alert severity="warning" role="none" className={styles.current ?? ""} action={tryNow}>
          {text}
        </Alert>
      )}
    </div>
  );
}

function lost(since: number, last: string | undefined): string {
  const figures = last ? ` The figures on screen are from before, of data up to ${formatDate(last)}.` : "";
  return `The server has not answered since ${formatClock(since)}.${figures} What you set up is kept.`;
}

function overtaken(last: string | undefined): string {
  const figures = last ? ` Until it is here, figures are of data up to ${formatDate(last)}.` : "";
  return `New data was published and is on its way.${figures}`;
}

/** Says that this is not the real thing: the API's address, and the way to production. */
export function DevelopmentBanner({ api }: { api: URL }) {
  if (!api.hostname.includes(MARKER)) return null;
  return (
    <div className={styles.development} role="note" aria-label="Development environment">
      <strong>Development environment</strong>
      <span className={styles.address}>{api.href}</span>
      <a href={productionUrl(api)}>Go to production</a>
    </div>
  );
}

/** The address told by the service, else this one without its marker. */
function productionUrl(api: URL): string {
  const told = pageSettings().productionUrl;
  if (told) return told;
  const address = new URL("/", api);
  address.hostname = address.hostname.replace(MARKER, "");
  return address.href;
}
