import type { Feature } from "@/api/generated";
import { BARS } from "./parameters";

/** They have an answer only after a breakout, so that a question would tell of it: the service refuses them. */
const TELLS_OF_A_BREAKOUT = /_(bo_failed|opp_bo_after_bo)$/;

/** The features that may be asked of a day up to a bar: events, and each yes or no that is certain later. */
export function askable(features: readonly Feature[], bar: number | null): Feature[] {
  const [first, last] = bar === null ? [BARS[0] ?? 1, BARS.at(-1) ?? 80] : [bar, bar];
  const isOpen = ({ name, type, by_bar_safe, known_at_bar, spans_from }: Feature) =>
    type === "boolean"
      ? known_at_bar > first && (spans_from ?? 0) <= last + 1 && !TELLS_OF_A_BREAKOUT.test(name)
      : by_bar_safe && type !== "enum";
  return features.filter(isOpen);
}
