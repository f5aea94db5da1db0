import type { Feature } from "@/api/generated";

/** Least half width of "about", by unit: two ticks of a quarter point, or 2 % of ADR10. */
const LEAST: Record<string, number> = { pts: 0.5, "%": 2 };
const SHARE = 0.15;

/** The ends of "about" a number: 15 % of it to either side, and no less than the least of its unit; counts stay whole. */
export function about(
  value: number,
  { metadata, business_logic }: Pick<Feature, "metadata" | "business_logic">,
): [number, number] {
  const least = business_logic.value_format === "count" ? 1 : (LEAST[metadata.unit ?? ""] ?? 0);
  const exact = Math.max(SHARE * Math.abs(value), least);
  const half = exact >= 1 ? Math.round(exact) : Number(exact.toPrecision(1));
  return [rounded(value - half), rounded(value + half)];
}

const rounded = (value: number) => Number(value.toPrecision(10));
