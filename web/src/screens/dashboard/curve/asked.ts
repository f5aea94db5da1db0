import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";
import { readNumber } from "@/lib/text/number-text";

/** What the address asks; null is what it does not say. */
export interface Asked {
  by: string | null;
  outcome: string | null;
  label: string | null;
  cut: number | null;
}

export function readAsked(query: URLSearchParams): Asked {
  return {
    by: query.get("by"),
    outcome: query.get("outcome"),
    label: query.get("label"),
    cut: readNumber(query.get("cut") ?? "") ?? null,
  };
}

/** The question that the address asks, and the way to ask another; a cut makes no step of history. */
export function useAsked(): [Asked, (change: Partial<Asked>) => void] {
  const [query, setQuery] = useSearchParams();
  const asked = useMemo(() => readAsked(query), [query]);
  const ask = useCallback(
    (change: Partial<Asked>) => setQuery((before) => changed(before, change), { replace: "cut" in change }),
    [setQuery],
  );
  return [asked, ask];
}

/** The address that asks otherwise: another feature has other cuts, another outcome other labels. */
function changed(query: URLSearchParams, change: Partial<Asked>): URLSearchParams {
  const next = new URLSearchParams(query);
  if ("by" in change) next.delete("cut");
  if ("outcome" in change) next.delete("label");
  for (const [name, value] of Object.entries(change))
    if (value === null) next.delete(name);
    else next.set(name, String(value));
  return next;
}
