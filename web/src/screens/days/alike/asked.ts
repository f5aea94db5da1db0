import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";
import { putTyped, readSession, readTyped, type Typed } from "@/address/typed";
import { type AsOf, barOf } from "@/question/as-of";

/** What the address asks. */
export interface Asked {
  /** The day that others are held against; null where none is named. */
  date: string | null;
  /** The next session in place of a day, and the numbers that were typed of it; null where a day is asked about. */
  next: AskedNext | null;
  /** As of when, where the header asks of the whole day. */
  bar: AsOf;
  /** The features that are not looked at. */
  leaveOut: readonly string[];
  /** Whether days alike are to match the page's filters. */
  isNarrowed: boolean;
}

/** `session` is the one that the numbers are of; null where that is not said. */
export interface AskedNext {
  session: string | null;
  typed: Typed;
}

const FIRST_BAR: AsOf = "b12";
const MATCHING = "matching";

/** What an address asks; a bar that is none is the first. */
export function readAsked(query: URLSearchParams): Asked {
  const bar = query.get("bar") ?? FIRST_BAR;
  const names = query.get("leave_out")?.split(",").filter(Boolean) ?? [];
  return {
    date: query.get("date") || null,
    next: query.has("next") ? readNext(query) : null,
    bar: barOf(bar) === null ? FIRST_BAR : bar,
    leaveOut: [...new Set(names)],
    isNarrowed: query.get("days") === MATCHING,
  };
}

function readNext(query: URLSearchParams): AskedNext {
  return { session: readSession(query.get("next")), typed: readTyped(query) };
}

/** The question that the address asks, and the way to ask another; only another day is a step of history. */
export function useAsked(): [Asked, (change: Partial<Asked>) => void] {
  const [query, setQuery] = useSearchParams();
  const asked = useMemo(() => readAsked(query), [query]);
  const ask = useCallback(
    (change: Partial<Asked>) =>
      setQuery((before) => changed(before, change), { replace: !("date" in change) }),
    [setQuery],
  );
  return [asked, ask];
}

function changed(
  query: URLSearchParams,
  { date, bar, leaveOut, isNarrowed }: Partial<Asked>,
): URLSearchParams {
  const next = new URLSearchParams(query);
  const put = (name: string, value: string | null | undefined) => {
    if (value === undefined) return;
    if (value === null || value === "") next.delete(name);
    else next.set(name, value);
  };
  put("date", date);
  if (date !== undefined) {
    next.delete("next");
    putTyped(next, {});
  }
  put("bar", bar);
  put("leave_out", leaveOut?.join(","));
  put("days", isNarrowed === undefined ? undefined : isNarrowed ? MATCHING : null);
  return next;
}
