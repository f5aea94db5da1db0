import { useCallback, useEffect, useRef, useState } from "react";
import { Link, useParams } from "react-router";
import { watchOff } from "@/api/calls/watches-api";
import type { WatchRemoved } from "@/api/generated";
import { errorText } from "@/api/request-error";
import { Button } from "@/kit/button";
import { useTitle } from "@/kit/use-title";
import { useAppDispatch } from "@/lib/state/hooks";
import { ALERT_LINK_OVER } from "../words";
import styles from "./off-page.module.css";

type Answer = { data?: WatchRemoved | undefined; error?: object | undefined };

/** Ends the watch of an alert's own link as soon as it is opened. */
export default function OffPage() {
  useTitle("Alerts");
  const { answer, ask } = useEnding();
  const { data, error } = answer ?? {};
  const isOver = isRefused(error);
  return (
    <main className={styles.centre}>
      <div className={styles.panel}>
        <h1>Alerts</h1>
        {!answer && <p role="status">Switching off...</p>}
        {data && (
          <p role="status">
            Switched off: <strong>{data.name}</strong>. You will not be told any more.
          </p>
        )}
        {error && <p role="alert">{isOver ? ALERT_LINK_OVER : errorText(error)}</p>}
        {error && !isOver && (
          <Button look="primary" onClick={ask}>
            Try again
          </Button>
        )}
        <Link to="/dashboard">Open the dashboard</Link>
      </div>
    </main>
  );
}

/** Ends the watch once, and again where asked to; the answer is null while it is on its way. */
function useEnding() {
  const { token = "" } = useParams();
  const dispatch = useAppDispatch();
  const [answer, setAnswer] = useState<Answer | null>(null);
  const hasAsked = useRef(false);
  const ask = useCallback(() => {
    setAnswer(null);
    const call = watchOff.initiate({ watchOffRequest: { token } }, { track: false });
    void dispatch(call).then(setAnswer);
  }, [dispatch, token]);
  useEffect(() => {
    if (!hasAsked.current) ask();
    hasAsked.current = true;
  }, [ask]);
  return { answer, ask };
}

/** The service knows of no such watch, or of none any more. */
function isRefused(error: unknown): boolean {
  const status = (error as { status?: unknown } | undefined)?.status;
  return [404, 410, 422].some((refused) => refused === status);
}
