import type { ResultMetadata } from "@/api/generated";

type Marks = Pick<ResultMetadata, "conditioned" | "decided_by" | "outcome">;

/** Why there is no test where filters decide `feature` or name it; null where they do not. */
export function untested(feature: string, { conditioned, decided_by = [], outcome }: Marks): string | null {
  if (!conditioned) return null;
  if (outcome === "certain") return "your filter makes this certain, so it is not tested";
  if (outcome === "impossible") return "your filter makes this impossible, so it is not tested";
  const isNamed = decided_by.length === 0 || decided_by.includes(feature);
  return isNamed
    ? "you filter by this, so it is not tested"
    : "your filter fixes part of this, so it is not tested";
}
