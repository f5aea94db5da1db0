import { type ReactNode, useEffect } from "react";
import { Navigate } from "react-router";
import { keepTokensFresh } from "@/api/session/session-listener";
import { touchSession } from "@/api/session/tokens";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import styles from "../access.module.css";
import { RefusedEntry } from "./access-restricted";
import { enter } from "./entry";

const TOUCH_MS = 60_000;
const ACTIVITY = ["click", "keypress", "scroll", "mousemove"];

interface Props {
  /** What stands around the words while the server is asked: the page's empty shell. */
  frame?: (words: ReactNode) => ReactNode;
  /** What stands in the frame while what is seen first is on its way. */
  loading?: ReactNode;
  children: ReactNode;
}

/** Nothing behind it is drawn until the server has let the visitor in. */
export function AccessGate({ frame = (words) => words, loading, children }: Props) {
  const dispatch = useAppDispatch();
  const { status, refusal } = useAppSelector(({ session }) => session);
  useEffect(() => void dispatch(enter()), [dispatch]);
  useSessionUpkeep(status === "authenticated");
  if (status === "authenticated") return children;
  if (status === "refused" && refusal) return <RefusedEntry refusal={refusal} />;
  if (status === "signed-out") return <Navigate to="/login" replace />;
  if (status === "loading") return frame(<main className={styles.centre}>{loading}</main>);
  return frame(
    <main className={styles.centre} role="status">
      Validating access...
    </main>,
  );
}

function useSessionUpkeep(isOn: boolean) {
  const dispatch = useAppDispatch();
  useEffect(() => (isOn ? keepTokensFresh(dispatch) : undefined), [isOn, dispatch]);
  useEffect(() => {
    if (!isOn) return;
    let touchedAt = 0;
    const touch = () => {
      if (Date.now() - touchedAt < TOUCH_MS) return;
      touchedAt = Date.now();
      touchSession(touchedAt);
    };
    for (const event of ACTIVITY) window.addEventListener(event, touch, { passive: true });
    return () => {
      for (const event of ACTIVITY) window.removeEventListener(event, touch);
    };
  }, [isOn]);
}
