export const NO_PROBABILITY = "No probability data available";
export const INVALID_PROBABILITY = "Invalid probability data structure";
export const NO_STATISTICS = "No statistical data available";
export const NO_DISTRIBUTION = "No distribution data available";
export const UNREAD_DISTRIBUTION = "Distribution data not available";
export const NO_PERIODS = "No period analysis data available";
export const INVALID_PERIODS = "Invalid period data structure";
export const NO_TIMING = "No timing analysis data available";
export const NO_OCCURRENCES = "No occurrences found for timing analysis";

export const IN_LONG_RUNS =
  "These days come in long runs: part of the difference may be the time they come from.";
/** How the other days are compared with, and how the adjusted p comes about. */
export const OTHERS_METHOD =
  "Difference and p compare with the other days of the same years. p is adjusted by Holm's method for all that this answer tests.";

/** What a click on a bar does, as its tooltip says it. */
export const CLICK = "click lists the days";

/** Of few days, or few of what else is counted: "12 streaks". */
export const smallSample = (count: string) => `Small sample: ${count}. Read as an anecdote, not a rate.`;
export const lookAhead = (features: readonly string[]) =>
  `Look-ahead: ${features.join(", ")} known later than what is read here`;
