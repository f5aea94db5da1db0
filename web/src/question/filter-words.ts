import { baseName, DATE_RANGE, featureName, lagOf } from "@/api/feature-names";
import type { Feature } from "@/api/generated";
import { capitalise, countOf, upperFirst } from "@/lib/text/format";
import {
  asComparison,
  type Condition,
  conditionsIn,
  type Filter,
  isGroup,
  isOfLists,
  listsOf,
  type Operator,
} from "./filters";
import { rangeWords } from "./range-words";
import { valueWords, type Worded, type WordedFeatures } from "./value-words";

/** What stands in brackets behind a name and is no unit: "(bar)", "(close above open)". */
const ASIDE = / \((?![^)]*(?:%|\bpts\b))[^)]*\)$/;

/** A feature's name without what it need not say: "Gap Fill". */
export const briefName = ({ displayName }: { displayName: string }) => displayName.replace(ASIDE, "");

/** A filter in the catalogue's phrases: "Gap up", "Yesterday closed down", "(Inside day or Gap size 10 to 14 points)". */
export function filterWords(filter: Filter, features: WordedFeatures): string {
  if (!isGroup(filter)) return upperFirst(conditionWords(filter, features));
  const members = filter.of.length > 0 ? filter.of.map((each) => conditionWords(each, features)) : ["…"];
  if (filter.kind === "at_least") return `At least ${filter.count ?? "…"} of (${members.join(", ")})`;
  const any = members.join(" or ");
  return filter.kind === "any_of" ? upperFirst(any) : `Not (${any})`;
}

/** What messages call the conditions of filters: their features, or the lists they are on. */
export function conditionNames(filters: readonly Filter[], features: readonly Feature[]): string[] {
  return filters
    .flatMap(conditionsIn)
    .map((each) => (isOfLists(each) ? listWords(each) : featureName(each.feature, features)));
}

const listWords = (condition: Condition) =>
  `${condition.operator === "not_in" ? "not in" : "in"} list ${listsOf(condition).join(" or ") || "…"}`;

function conditionWords(condition: Condition, features: WordedFeatures): string {
  const known = condition.by_bar === undefined ? "" : `, by bar ${condition.by_bar}`;
  const first =
    condition.first_in === undefined ? "" : `, first time in ${countOf(condition.first_in, "day")}`;
  return namedWords(condition, features) + known + first;
}

function namedWords(given: Condition, features: WordedFeatures): string {
  if (isOfLists(given)) return listWords(given);
  const condition = asComparison(given);
  const base = baseName(condition.feature);
  const feature = features.get(base);
  if (base === DATE_RANGE) return `dates ${rangeWords(condition, undefined)}`;
  const words = feature ? phraseWords(condition, feature) : unknownWords(condition, asPart(capitalise(base)));
  return ofDayBefore(words, condition.feature);
}

/** A condition on what the catalogue does not have, by its own name. */
function unknownWords(condition: Condition, name: string): string {
  const [answer] = [condition.value].flat();
  if (typeof answer !== "boolean") return `${name} ${rangeWords(condition, undefined)}`;
  return answer === isDenied(condition) ? `not: ${name}` : name;
}

const isDenied = ({ operator }: Condition) => operator === "!=" || operator === "not_in";

/** The words of a session before: "yesterday: gap up", "yesterday closed down", "3 days before: inside day". */
function ofDayBefore(words: string, name: string): string {
  const lag = lagOf(name);
  if (lag === 0) return words;
  const earlier = words.replaceAll(/yesterday's/gi, "the previous day's");
  if (lag > 1) return `${lag} days before: ${earlier}`;
  return earlier.startsWith("day closed ")
    ? `yesterday ${earlier.slice("day ".length)}`
    : `yesterday: ${earlier}`;
}

function phraseWords(condition: Condition, feature: Worded): string {
  const phrase = asPart(feature.phrase);
  if (feature.phrase.includes("{label}")) return labelPhrase(condition, feature, phrase);
  if (feature.phrase.includes("{range}")) return phrase.replace("{range}", rangeWords(condition, feature));
  return feature.business_logic.value_format === "bar"
    ? eventWords(condition, feature, phrase)
    : answerWords(condition, feature, phrase);
}

/** A phrase as it stands within a text: "NR7" and "EMA20" keep their capitals. */
const asPart = (phrase: string) =>
  /^[A-Z](?![A-Z\d])/.test(phrase) ? phrase.charAt(0).toLowerCase() + phrase.slice(1) : phrase;

function answerWords(condition: Condition, feature: Worded, phrase: string): string {
  const answers = [condition.value].flat();
  if (answers.includes(true) && answers.includes(false)) return `${phrase} or not`;
  const [answer] = answers;
  if (typeof answer !== "boolean") return `${phrase} …`;
  return answer !== isDenied(condition) ? phrase : asPart(feature.phrase_not);
}

function labelPhrase(condition: Condition, feature: Worded, phrase: string): string {
  const { enum: labels = [] } = feature.ui_schema.filter_component.validation;
  const words = [condition.value].flat().map((label) => {
    if (label === null) return "…";
    return feature.label_words[labels?.indexOf(String(label)) ?? -1] ?? valueWords(label, feature);
  });
  const said = phrase.replace("{label}", words.join(" or ") || "…");
  return isDenied(condition) ? `not: ${said}` : said;
}

/** What the words of an event's bars are made of. */
interface EventParts {
  /** "gap filled". */
  phrase: string;
  /** "gap not filled". */
  never: string;
  /** Whether bar 0, "no event", is one of the values. */
  hasNever: boolean;
  hasBars: boolean;
  /** "on bar 7 or earlier". */
  on: (operator: Operator) => string;
}

/** An event's bar; 0 is that it did not come, and no order of bars has it. */
function eventWords(condition: Condition, feature: Worded, phrase: string): string {
  const all = [condition.value].flat();
  const value = all.filter((bar) => bar !== 0);
  const parts: EventParts = {
    phrase,
    never: asPart(feature.phrase_not),
    hasNever: value.length < all.length,
    hasBars: value.length > 0,
    on: (operator) => `on ${rangeWords({ ...condition, operator, value }, feature)}`,
  };
  if (condition.operator === "=" || condition.operator === "in") return pickedWords(parts);
  return isDenied(condition) ? otherWords(parts) : orderWords(parts, condition.operator);
}

function pickedWords({ phrase, never, hasNever, hasBars, on }: EventParts): string {
  if (!hasNever) return `${phrase} ${on("in")}`;
  return hasBars ? `${never}, or ${on("in")}` : never;
}

function otherWords({ phrase, never, hasNever, hasBars, on }: EventParts): string {
  if (!hasNever) return `${never} ${on("in")}`;
  return hasBars ? `${phrase} ${on("not_in")}` : phrase;
}

function orderWords({ phrase, hasNever, hasBars, on }: EventParts, operator: Operator): string {
  if (!hasNever) return `${phrase} ${on(operator)}`;
  if (operator === "range" && hasBars) return `${phrase} ${on("<=")}`;
  return operator === "<" || operator === "<=" ? `${phrase} on no bar` : phrase;
}
