import type { RootState } from "@/lib/state/hooks";
import { keyOf } from "@/question/selection";

/** What the browser's history keeps beside the address of a shared view. */
export interface Shared {
  /** Of the short link. */
  id: unknown;
  /** What the page asked when the view was shown, as `askedText` writes it. */
  asked: unknown;
}

/** By this a question is told from others: its filters without sealed days, its bar and its instrument. */
export function askedText({ filters, ui, session, sealed }: RootState): string {
  const symbol = ui.symbol ?? session.snapshot?.symbol ?? "";
  return JSON.stringify(keyOf(filters.active, { symbol, id: "" }, sealed, ui.asOf));
}
