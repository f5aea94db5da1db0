export type ToastKind = "blank" | "success" | "error" | "loading" | "custom";

/** A message of the page; `duration` in milliseconds, 0 keeps it until it is removed. */
export interface Toast {
  id: string;
  type: ToastKind;
  message: string;
  duration?: number | undefined;
  /** At the top right instead of the bottom: what a chart tool says; only its last word stays. */
  place?: "top" | undefined;
}

const MOST = 20;
const KIND_MS: Record<ToastKind, number> = {
  blank: 4000,
  error: 4000,
  custom: 4000,
  success: 2000,
  loading: 0,
};

/** How long a toast stays; its kind's duration wins over the default (ruling 37). */
export function durationOf(toast: Toast): number {
  return toast.duration ?? KIND_MS[toast.type];
}

/** The list with one more toast, the newest 20 kept; the same message is not said twice at once. */
export function withToast(toasts: readonly Toast[], toast: Toast): Toast[] {
  const others = toasts.filter((other) => {
    const isSame = other.message === toast.message && other.type === toast.type;
    return !isSame && !(toast.place && other.place === toast.place);
  });
  return [...others, toast].slice(-MOST);
}
