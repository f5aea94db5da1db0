import { useEffect, useRef } from "react";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { selectToasts, toastRemoved } from "@/lib/state/ui-slice";
import { durationOf, type Toast } from "@/lib/toasts";
import { Button } from "@/lib/ui/button";
import { ICONS, Icon } from "@/lib/ui/icons";
import styles from "./toaster.module.css";

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
      {toasts.map((toast) => (
        <ToastLine key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

function ToastLine({ toast }: { toast: Toast }) {
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
      data-type={toast.type}
      data-place={toast.place}
      role={toast.type === "error" ? "alert" : "status"}
    >
      {toast.type === "loading" && <span className={styles.spinner} aria-hidden="true" />}
      {toast.type === "error" && <Icon path={ICONS.error} />}
      {toast.type === "success" && <Icon path={ICONS.success} />}
      <p>{toast.message}</p>
      <Button look="bare" aria-label="Dismiss" onClick={() => dispatch(toastRemoved(toast.id))}>
        <Icon path={ICONS.close} size={14} />
      </Button>
    </div>
  );
}
