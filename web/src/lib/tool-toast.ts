import { toastAdded } from "./state/ui-slice";
import type { ToastKind } from "./toasts";

const TOOL_TOAST_MS = 5000;

/** What a tool of the chart says: five seconds, at the top right. */
export function toolToast(message: string, type: ToastKind = "blank") {
  return toastAdded(type, message, TOOL_TOAST_MS, "top");
}
