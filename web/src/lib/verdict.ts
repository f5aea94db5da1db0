export const NO_CLEAR_DIFFERENCE = "no clear difference";

const LEVEL = 0.05;

/**
 * What a test against the other days says, in words: from its p-value and from the one after Holm's correction. Null
 * where nothing was tested.
 */
export function verdict(p: number | null | undefined, q: number | null | undefined): string | null {
  if (typeof p !== "number") return null;
  if (typeof q === "number" && q < LEVEL) return "differs, also after correction";
  return p < LEVEL ? "differs here, as 1 in 20 random picks would" : NO_CLEAR_DIFFERENCE;
}

/** Why there is no test where a filter decides the outcome or names its feature; `rate` is the outcome's, 0..1. */
export function untested(rate: number | null | undefined): string {
  if (rate === 1) return "a filter makes this certain: no test";
  if (rate === 0) return "a filter makes this impossible: no test";
  return "this feature is filtered: no test";
}
