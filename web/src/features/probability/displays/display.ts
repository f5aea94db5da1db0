import type { Feature, ModuleResult } from "@/api/generated";

/** What the display of a module is told; it finds its own fields in `data` and says so where they are missing. */
export interface DisplayProps {
  feature: Feature;
  data: ModuleResult["data"];
  /** Days with a value. */
  n: number;
  /** Whether days are chosen by more than their dates; only then there are others. */
  filtered: boolean;
  /** Why there is no test, where filters decide the outcome. */
  untested: string | null;
  /** Whether another module leads, and this one is among its details. */
  asDetail?: boolean;
}

/** Whether every session has the bar: an extreme, unlike an event, always comes. */
export function isOnEverySession({ business_logic }: Feature): boolean {
  const { value_format, value_range } = business_logic;
  return value_format === "bar" && (value_range?.min ?? 0) >= 1;
}

/** The same figure on the other days, where there are any to speak of. */
export function othersOf<T>(filtered: boolean, others: T | null | undefined): T | null {
  return filtered ? (others ?? null) : null;
}
