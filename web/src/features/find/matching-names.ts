import type { FeaturesAnswer } from "@/api/generated";
import { featureEntries } from "./entries";
import { matcherOf } from "./matching";

/** What finds the names of the features that a text means, as the palette finds them. */
export function matchingNames(catalogue: FeaturesAnswer): (text: string) => ReadonlySet<string> {
  const match = matcherOf(featureEntries(catalogue));
  return (text) => new Set(match(text).map(({ alias }) => alias));
}
