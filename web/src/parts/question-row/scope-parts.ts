/** What a question asks besides its conditions. */
export type ScopePart = "asOf" | "dates" | "symbol";

export const SCOPE_WORDS: Record<ScopePart, string> = {
  asOf: "known up to",
  dates: "dates",
  symbol: "symbol",
};

export const ALL_SCOPE = Object.keys(SCOPE_WORDS) as ScopePart[];
