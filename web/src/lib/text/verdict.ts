import type { ResultMetadata } from "@/api/generated";

type Marks = Pick<ResultMetadata, "conditioned" | "decided_by" | "outcome">;

/** Why there is no test where filters decide `feature` or name it; null where they do not. */
export function untested(feature: string, { conditioned, decided_by = [], outcome }: Marks): string | null {
  if (!conditioned) return null;
  if (outcome === "certain") return "a filter makes this certain: no test";
  if (outcome === "impossible") return "a filter makes this impossible: no test";
  const isNamed = decided_by.length === 0 || decided_by.includes(feature);
  return isNamed ? "this feature is filtered: no test" : "a filter decides part of this: no test";
}
