import { type ReactNode, useEffect } from "react";
import { Navigate } from "react-router";
import { keepSession } from "@/api/session/session-listener";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import styles from "../access.module.css";
import { RefusedEntry } from "./access-restricted";
import { enter } from "./entry";

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
  const isIn = status === "authenticated";
  useEffect(() => (isIn ? keepSession(dispatch) : undefined), [isIn, dispatch]);
  if (isIn) return children;
  if (status === "refused" && refusal) return <RefusedEntry refusal={refusal} />;
  if (status === "signed-out") return <Navigate to="/login" replace />;
  if (status === "loading") return frame(<main className={styles.centre}>{loading}</main>);
  return frame(
    <main className={styles.centre} role="status">
      Validating access...
    </main>,
  );
}
