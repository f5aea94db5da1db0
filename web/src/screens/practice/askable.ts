import type { Feature } from "@/api/generated";
import { BARS } from "./parameters";

/** Whether a feature is the bar of an event, which may still come. */
export const isEvent = ({ by_bar_safe }: Pick<Feature, "by_bar_safe">) => by_bar_safe;

/** The features that may be asked of a day up to a bar: events, and each yes or no that is certain later. */
export function askable(features: readonly Feature[], bar: number | null): Feature[] {
  const [first, last] = bar === null ? [BARS[0] ?? 1, BARS.at(-1) ?? 80] : [bar, bar];
  return features.filter(
    (feature) =>
      isEvent(feature) ||
      (feature.type === "boolean" && feature.known_at_bar > first && (feature.spans_from ?? 0) <= last + 1),
  );
}
