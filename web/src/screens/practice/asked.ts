import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";
import type { Feature } from "@/api/generated";

/** Where a day may end when it is not left to chance. */
export const BARS: readonly number[] = [6, 12, 18, 27, 54];

/** Which days are drawn, up to which bar, and which question is asked; null leaves it to chance. */
export interface Asked {
  days: "any" | "matching";
  bar: number | null;
  feature: string | null;
}

const PARAMETERS = { days: "of", bar: "bar", feature: "ask" } as const;

/** What an address asks; what it does not say, or says wrongly, is as at first. */
export function readAsked(query: URLSearchParams): Asked {
  return {
    days: query.get("of") === "matching" ? "matching" : "any",
    bar: BARS.find((bar) => String(bar) === query.get("bar")) ?? null,
    feature: query.get("ask") || null,
  };
}

/** The choices that the address makes, and the way to make others. */
export function useAsked(): [Asked, (change: Partial<Asked>) => void] {
  const [query, setQuery] = useSearchParams();
  const asked = useMemo(() => readAsked(query), [query]);
  const ask = useCallback(
    (change: Partial<Asked>) => setQuery((before) => changed(before, change)),
    [setQuery],
  );
  return [asked, ask];
}

function changed(query: URLSearchParams, change: Partial<Asked>): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const [choice, value] of Object.entries(change)) {
    const name = PARAMETERS[choice as keyof Asked];
    if (value === null || value === "any") next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}

/** Whether a feature is the bar of an event, which may still come. */
export const isEvent = ({ by_bar_safe }: Pick<Feature, "by_bar_safe">) => by_bar_safe;

/** The features that may be asked of a day up to a bar: events, and each yes or no that is certain later. */
export function askable(features: readonly Feature[], bar: number | null): Feature[] {
  const [first, last] = bar === null ? [BARS[0] ?? 1, BARS.at(-1) ?? 80] : [bar, bar];
  return features.filter(
    (feature) =>
      isEvent(feature) ||
      (feature.type === "boolean" && feature.known_at_bar > first && (feature.spans_from ?? 0) <= last + 1),
  );
}
