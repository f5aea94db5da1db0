import { baseName, lagOf, lagWords } from "@/api/feature-names";
import { filterWords, listLead, type WordedFeatures } from "./filter-words";
import { type Condition, conditionsIn, type Filter, isOfLists } from "./filters";

/** What stands in brackets behind a name and is no unit: "(bar)", "(close above open)". */
const ASIDE = / \((?![^)]*(?:%|\bpts\b))[^)]*\)$/;

/** A feature's name without what it need not say: "Gap Fill". */
export const briefName = ({ displayName }: { displayName: string }) => displayName.replace(ASIDE, "");

/** A filter in as few words as it can be told by: "Gap Up", "not Bull Day, previous day", "Weekday: Tue, Fri", "In list gap and go". */
export function chipWords(filter: Filter, features: WordedFeatures): string {
  return conditionsIn(filter).reduce(
    (words, condition) => words.replace(filterWords(condition, features), briefWords(condition, features)),
    filterWords(filter, features),
  );
}

function briefWords(condition: Condition, features: WordedFeatures): string {
  const words = filterWords(condition, features);
  if (isOfLists(condition)) {
    const lead = condition.operator === "not_in" ? "Not in list" : "In list";
    return words.replace(listLead(condition), lead);
  }
  const feature = features.get(baseName(condition.feature));
  if (!feature) return words;
  const behind = lagWords(lagOf(condition.feature));
  const said = words.slice(feature.displayName.length + behind.length);
  const name = briefName(feature) + behind;
  const rest = said.replace(/^ (?:equals|in) /, ": ").replace(/(?<=\d) to (?=[−\d])/, "–");
  if (rest.startsWith(": False")) return `not ${name}${rest.slice(": False".length)}`;
  return name + rest.replace(/^: True/, "");
}
