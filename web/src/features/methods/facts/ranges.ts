import type { Feature } from "@/api/generated";
import { asRead } from "@/lib/text/format";

/** Features that share their edges. */
export interface Ranges {
  edges: string;
  features: string[];
}

/** The ranges of the features that have edges, each set of edges once, in the catalogue's order. */
export function rangesOf(features: readonly Feature[]): Ranges[] {
  const found = new Map<string, string[]>();
  for (const { displayName, metadata, business_logic } of features) {
    const { bucket_edges, hard_min, hard_max } = business_logic;
    if (bucket_edges === null) continue;
    const edges = edgesText(bucket_edges, metadata.unit) + boundsText(hard_min, hard_max);
    found.set(edges, [...(found.get(edges) ?? []), displayName]);
  }
  return [...found].map(([edges, names]) => ({ edges, features: names }));
}

function edgesText(edges: readonly number[], unit: string | null): string {
  const numbers = asRead(edges.join(", "));
  return unit === null || unit === "" ? numbers : `${numbers} ${unit}`;
}

function boundsText(lowest: number | null, highest: number | null): string {
  const parts = [
    ...(lowest === null ? [] : [`never below ${asRead(String(lowest))}`]),
    ...(highest === null ? [] : [`never above ${asRead(String(highest))}`]),
  ];
  return parts.length === 0 ? "" : ` (${parts.join(", ")})`;
}
