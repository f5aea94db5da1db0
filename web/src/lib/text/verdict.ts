import type { ResultMetadata } from "@/api/generated";

export const NO_CLEAR_DIFFERENCE = "no clear difference";

const LEVEL = 0.05;

/** What a test says in words, by its p-value and the one after Holm's correction; null where nothing was tested. */
export function verdict(p: number | null | undefined, q: number | null | undefined): string | null {
  if (typeof p !== "number") return null;
  if (typeof q === "number" && q < LEVEL) return "differs, also after correction";
  return p < LEVEL ? "differs here, as 1 in 20 random picks would" : NO_CLEAR_DIFFERENCE;
}

type Marks = Pick<ResultMetadata, "conditioned" | "decided_by" | "outcome">;

/** Why there is no test where filters decide `feature` or name it; null where they do not. */
export function untested(feature: string, { conditioned, decided_by = [], outcome }: Marks): string | null {
  if (!conditioned) return null;
  if (outcome === "certain") return "a filter makes this certain: no test";
  if (outcome === "impossible") return "a filter makes this impossible: no test";
  const isNamed = decided_by.length === 0 || decided_by.includes(feature);
  return isNamed ? "this feature is filtered: no test" : "a filter decides part of this: no test";
}
