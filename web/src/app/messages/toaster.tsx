import Check from "@mui/icons-material/Check";
import Close from "@mui/icons-material/Close";
import ErrorOutlined from "@mui/icons-material/ErrorOutlined";
import { type CSSProperties, useEffect, useRef } from "react";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { selectToasts, toastRemoved } from "@/lib/state/ui-slice";
import { durationOf, type Toast } from "@/lib/toasts";
import { Button } from "@/lib/ui/button";
import { usePlotCorner } from "@/lib/ui/plot-corner";
import styles from "./toaster.module.css";

const INSET = 8;

/** The page's messages, newest last; errors are spoken at once, the rest when there is a pause. */
export function Toaster() {
  const toasts = useAppSelector(selectToasts);
  const stack = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message comes into view
  useEffect(() => {
    const frame = requestAnimationFrame(() => stack.current?.scrollTo?.(0, stack.current.scrollHeight));
    return () => cancelAnimationFrame(frame);
  }, [toasts]);
  return (
    <section ref={stack} className={styles.stack} aria-label="Notifications">
      {toasts.map((toast) =>
        toast.place === "top" ? (
          <ToolToast key={toast.id} toast={toast} />
        ) : (
          <ToastLine key={toast.id} toast={toast} />
        ),
      )}
    </section>
  );
}

/** A tool's message, at the top right of the plot. */
function ToolToast({ toast }: { toast: Toast }) {
  const corner = usePlotCorner();
  const style = corner ? { top: corner.top + INSET, right: corner.right + INSET } : undefined;
  return <ToastLine toast={toast} style={style} />;
}

function ToastLine({ toast, style }: { toast: Toast; style?: CSSProperties | undefined }) {
  const dispatch = useAppDispatch();
  const duration = durationOf(toast);
  useEffect(() => {
    if (duration === 0) return;
    const timer = setTimeout(() => dispatch(toastRemoved(toast.id)), duration);
    return () => clearTimeout(timer);
  }, [dispatch, duration, toast.id]);
  return (
    <div
      className={styles.toast}
      style={style}
      data-type={toast.type}
      data-place={toast.place}
      role={toast.type === "error" ? "alert" : "status"}
    >
      {toast.type === "loading" && <span className={styles.spinner} aria-hidden="true" />}
      {toast.type === "error" && <ErrorOutlined />}
      {toast.type === "success" && <Check />}
      <p>{toast.message}</p>
      <Button look="bare" aria-label="Dismiss" onClick={() => dispatch(toastRemoved(toast.id))}>
        <Close fontSize="inherit" />
      </Button>
    </div>
  );
}
