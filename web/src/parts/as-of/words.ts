import { barWords } from "@/question/as-of";

export const NOT_KNOWN = "Not known by then";
export const OTHER_BAR = "Other bar";

/** Which conditions a bar leaves open: "Not known by bar 12, 10:30: Gap filled." */
export const notKnownWords = (bar: number, conditions: readonly string[]) =>
  `Not known by ${barWords(bar)}: ${conditions.join("; ")}.`;
