import type { Claim, KnownFeature } from "@/api/generated";
import { type Condition, isGroup } from "@/features/filters/state/filters";
import { readFilter } from "@/features/filters/state/read-filter";

type Value = number | string | boolean;

/** The questions that can still be asked of a session: those with a condition that what is known rules out are left out. */
export function openClaims(claims: readonly Claim[], known: readonly KnownFeature[]): Claim[] {
  const values = new Map(known.map(({ feature, value }) => [feature, value as Value | null]));
  return claims.filter(({ filters }) => !filters.some((filter) => isRuledOut(readFilter(filter), values)));
}

function isRuledOut(filter: ReturnType<typeof readFilter>, values: ReadonlyMap<string, Value | null>) {
  if (!filter || isGroup(filter) || filter.by_bar || filter.first_in) return false;
  const value = values.get(filter.feature);
  return value !== undefined && value !== null && fails(value, filter);
}

function fails(value: Value, { operator, value: asked }: Condition): boolean {
  const parts = Array.isArray(asked) ? asked : [asked];
  const [low, high = low] = parts as Value[];
  if (low === undefined || high === undefined) return false;
  switch (operator) {
    case "=":
    case "in":
      return !parts.includes(value);
    case "!=":
    case "not_in":
      return parts.includes(value);
    case "range":
      return value < low || value > high;
    case ">":
      return value <= low;
    case ">=":
      return value < low;
    case "<":
      return value >= low;
    case "<=":
      return value > low;
  }
}
