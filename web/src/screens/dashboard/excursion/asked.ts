import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";
import type { ExcursionRequest } from "@/api/generated";

export type DecisionBar = ExcursionRequest["from_bar"];
export type Way = ExcursionRequest["side"];
export type Unit = NonNullable<ExcursionRequest["unit"]>;

/** A target and a stop, each a distance of the question's ladder. */
export interface Place {
  target: number;
  stop: number;
}

/** What the page asks; `step` is that of a ladder in points, `costs` are ticks of one round trip. */
export interface Asked {
  from: DecisionBar;
  side: Way;
  unit: Unit;
  step: number;
  costs: number;
  picked: Place | null;
}

export const BARS: readonly DecisionBar[] = [0, 6, 12, 18, 36, 54];
export const SIDES: readonly Way[] = ["up", "down"];
export const UNITS: readonly Unit[] = ["adr", "points", "r"];
export const STEP = { min: 0.05, max: 500, step: 1, fallback: 5 };
export const COSTS = { min: 0, max: 1000, step: 0.5, fallback: 0 };

const IN_ADR = [5, 10, 15, 20, 25, 30, 40, 50, 75, 100];
const IN_R = [0.5, 1, 1.5, 2, 2.5, 3, 4, 5];
const STEPS = 10;

/** The targets and stops beside each other on the page; stops of targets in R are in percent of ADR10. */
export function ladders({ unit, step }: Pick<Asked, "unit" | "step">): {
  targets: number[];
  stops: number[];
} {
  if (unit === "points") {
    const points = Array.from({ length: STEPS }, (_, at) => Number(((at + 1) * step).toFixed(6)));
    return { targets: points, stops: points };
  }
  return { targets: unit === "r" ? IN_R : IN_ADR, stops: IN_ADR };
}

/** What an address asks; what it does not say, or says wrongly, is as at first. */
export function readAsked(query: URLSearchParams): Asked {
  const asked = {
    from: BARS.find((bar) => String(bar) === query.get("from")) ?? 0,
    side: oneOf(SIDES, query.get("side")),
    unit: oneOf(UNITS, query.get("unit")),
    step: numberWithin(query.get("step"), STEP),
    costs: numberWithin(query.get("costs"), COSTS),
  };
  const [target, stop] = (query.get("cell") ?? "").split("/").map(Number);
  const { targets, stops } = ladders(asked);
  const picked = targets.includes(target ?? 0) && stops.includes(stop ?? 0);
  return { ...asked, picked: picked ? { target: target as number, stop: stop as number } : null };
}

/** The question that the address asks, and the way to ask another; what is typed makes no steps of history. */
export function useAsked(): [Asked, (change: Partial<Asked>) => void] {
  const [query, setQuery] = useSearchParams();
  const asked = useMemo(() => readAsked(query), [query]);
  const ask = useCallback(
    (change: Partial<Asked>) =>
      setQuery((before) => changed(before, change), { replace: "costs" in change || "step" in change }),
    [setQuery],
  );
  return [asked, ask];
}

/** The address that asks otherwise; another ladder has other cells. */
function changed(query: URLSearchParams, { picked, ...change }: Partial<Asked>): URLSearchParams {
  const next = new URLSearchParams(query);
  if ("unit" in change || "step" in change) next.delete("cell");
  for (const [name, value] of Object.entries(change)) next.set(name, String(value));
  if (picked) next.set("cell", `${picked.target}/${picked.stop}`);
  return next;
}

function oneOf<T extends string>(known: readonly T[], said: string | null): T {
  return known.find((each) => each === said) ?? (known[0] as T);
}

function numberWithin(said: string | null, { min, max, fallback }: typeof STEP): number {
  const number = said === null ? Number.NaN : Number(said);
  return number >= min && number <= max ? number : fallback;
}
