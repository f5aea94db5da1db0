import type { FeaturesAnswer } from "@/api/generated";
import { featureEntries } from "../entries";
import { matcherOf } from "../matching";

const MOST = 3;
/** A colon that is not of a time such as 10:30. */
const COLON = /:(?!\d)/;
/** Words of a question that name no feature. */
const ASKING = /\b(?:how often|by when|at what time|when|will it|does it|do they|is it|chance(?: of)?)\b/g;

const HOW_FAR = /\bhow (?:far|much further)\b/;

/** "gap up, friday: filled by when?" is conditions, and what is asked of such days; null where nothing is asked. */
export function partedQuestion(text: string): { conditions: string; outcome: string } | null {
  const colon = text.search(COLON);
  const at = colon >= 0 ? colon : text.trim().endsWith("?") ? text.lastIndexOf(",") : -1;
  if (at <= 0) return null;
  const outcome = text.slice(at + 1).replaceAll("?", "");
  return outcome.trim() === "" ? null : { conditions: text.slice(0, at), outcome };
}

/**
 * Finds the features that a question is about. One that asks when has those with a time first; one that asks how far is
 * about the distances beyond what its conditions name.
 */
export function outcomeFinder(catalogue: FeaturesAnswer): (text: string, conditions: string) => string[] {
  const match = matcherOf(featureEntries(catalogue));
  const beyond = (conditions: string) =>
    match(`${conditions} how far`).filter(({ detail }) => detail.startsWith("How far"));
  const byName = new Map(catalogue.features.map((feature) => [feature.name, feature]));
  return (text, conditions) => {
    const distances = HOW_FAR.test(text) ? beyond(conditions) : [];
    const asksWhen = /\b(?:when|what time)\b/.test(text);
    const named = text.replaceAll(ASKING, " ").trim();
    const entries = distances.length > 0 ? distances : match(named || text);
    const found = entries.flatMap(({ alias }) => byName.get(alias ?? "") ?? []);
    const isTimed = ({ by_bar_safe }: (typeof found)[number]) => by_bar_safe;
    const ordered = asksWhen ? [...found.filter(isTimed), ...found.filter((each) => !isTimed(each))] : found;
    return ordered.slice(0, MOST).map(({ name }) => name);
  };
}
