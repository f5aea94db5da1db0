import Alert from "@mui/material/Alert";
import CircularProgress from "@mui/material/CircularProgress";
import Snackbar from "@mui/material/Snackbar";
import { type CSSProperties, type ReactNode, useEffect, useRef } from "react";
import { usePlotCorner } from "@/kit/plot-corner";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { toastRemoved } from "@/lib/state/ui-slice";
import { durationOf, type Toast, type ToastKind } from "@/lib/toasts";
import styles from "./toaster.module.css";

/** Both parts of a snackbar read the page's layout while it is drawn; a message neither grows nor leaves by a click. */
const STILL = { transition: Still, clickAwayListener: Still };

/** The page's messages, newest last; errors are spoken at once, the rest when there is a pause. */
export function Toaster() {
  const toasts = useAppSelector(({ ui }) => ui.toasts);
  const stack = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message comes into view
  useEffect(() => {
    const frame = requestAnimationFrame(() => stack.current?.scrollTo?.(0, stack.current.scrollHeight));
    return () => cancelAnimationFrame(frame);
  }, [toasts]);
  return (
    <section ref={stack} className={styles.stack} aria-label="Notifications">
      {toasts.map((toast) => {
        const Line = toast.place === "top" ? ToolToast : ToastLine;
        return <Line key={toast.id} toast={toast} />;
      })}
    </section>
  );
}

/** A tool's message, above the plot's right corner: it covers no candle and takes no press. */
function ToolToast({ toast }: { toast: Toast }) {
  const corner = usePlotCorner();
  const place = corner && { style: { top: corner.top, right: corner.right } };
  return <ToastLine toast={toast} {...place} />;
}

function ToastLine({ toast, style = {} }: { toast: Toast; style?: CSSProperties }) {
  const dispatch = useAppDispatch();
  const dismiss = () => dispatch(toastRemoved(toast.id));
  return (
    <Snackbar
      open
      slots={STILL}
      className={styles.line ?? ""}
      autoHideDuration={durationOf(toast) || null}
      onClose={(_, reason) => reason === "timeout" && dismiss()}
    >
      <Alert
        variant="outlined"
        severity={toast.type === "error" ? "error" : "success"}
        icon={iconOf(toast.type)}
        role={toast.type === "error" ? "alert" : "status"}
        className={styles.toast ?? ""}
        style={style}
        data-place={toast.place}
        closeText="Dismiss"
        {...(toast.place !== "top" && { onClose: dismiss })}
      >
        <p>{toast.message}</p>
      </Alert>
    </Snackbar>
  );
}

/** Undefined is the severity's own. */
function iconOf(type: ToastKind) {
  if (type === "loading") return <CircularProgress size={16} />;
  return type === "error" || type === "success" ? undefined : false;
}

function Still({ children }: { children?: ReactNode }) {
  return children;
}
