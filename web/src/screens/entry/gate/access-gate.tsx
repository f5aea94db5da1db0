import { type ReactNode, useEffect } from "react";
import { createPath, Navigate, useLocation } from "react-router";
import { keepSession } from "@/api/session/session-listener";
import { readTokens } from "@/api/session/tokens";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import styles from "../access.module.css";
import { RefusedEntry } from "./access-restricted";
import { readArrival } from "./arrival";
import { enter } from "./entry";
import { forgetAddress, keepAddress } from "./requested-address";

interface Props {
  /** The page's empty shell, around the words while the server decides. */
  frame?: (words: ReactNode) => ReactNode;
  /** Shown in the frame while the first screen loads. */
  loading?: ReactNode;
  /** What everybody may read here, in place of a way in. */
  open?: ReactNode;
  children: ReactNode;
}

/** Nothing behind it is drawn until the server has let the visitor in. */
export function AccessGate({ frame = (words) => words, loading, open, children }: Props) {
  const dispatch = useAppDispatch();
  const { status, refusal } = useAppSelector(({ session }) => session);
  const isUnknown = status === "idle" && readTokens() === null && Object.keys(readArrival()).length === 0;
  const isOpen = open && (isUnknown || status === "refused" || status === "signed-out");
  useEffect(() => {
    if (!isOpen) void dispatch(enter());
  }, [dispatch, isOpen]);
  const isIn = status === "authenticated";
  useAskedAddress(Boolean(isOpen));
  useEffect(() => (isIn ? keepSession(dispatch) : undefined), [isIn, dispatch]);
  if (isIn) return children;
  if (isOpen) return open;
  if (status === "refused" && refusal) return <RefusedEntry refusal={refusal} />;
  if (status === "signed-out") return <Navigate to="/login" replace />;
  if (status === "loading") return frame(<main className={styles.centre}>{loading}</main>);
  return frame(
    <main className={styles.centre} role="status">
      Validating access...
    </main>,
  );
}

/** The address that was asked for is kept until the visitor is in, unless everybody may read it. */
function useAskedAddress(isOpen: boolean) {
  const from = createPath(useLocation());
  const status = useAppSelector(({ session }) => session.status);
  const isShut = !isOpen && (status === "refused" || status === "signed-out");
  useEffect(() => {
    if (status === "authenticated") forgetAddress();
    else if (isShut) keepAddress(from);
  }, [status, isShut, from]);
}
