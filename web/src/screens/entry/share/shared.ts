import type { RootState } from "@/lib/state/hooks";
import { keyOf } from "@/question/selection";

/** What the browser's history keeps with the address of a shared view. */
export interface Shared {
  /** Of the short link. */
  id: unknown;
  /** The page's question when the view was shown, as `questionText` writes it. */
  question: unknown;
}

/** A question's identity: its filters without sealed days, its bar and its instrument. */
export function questionText({ filters, ui, session, sealed }: RootState): string {
  const symbol = ui.symbol ?? session.snapshot?.symbol ?? "";
  return JSON.stringify(keyOf(filters.active, { symbol, id: "" }, sealed, ui.asOf));
}
