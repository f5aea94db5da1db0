import { type Filter, isGroup } from "@/question/filters";
import { alternativesIn, firstIn, negatedIn, partsOf } from "./joined";
import { asLagged, lagIn } from "./lag";
import { type Meanings, NOTHING, together, turned } from "./meanings";
import type { FindNamed } from "./named";
import { anyOf, negated } from "./turned";

/** Reads a text in small letters as conditions, by what finds them by their names and numbers. */
export function readerOf(named: readonly FindNamed[], isAsked: (filters: readonly Filter[]) => boolean) {
  const plain: FindNamed = (text) => together(...named.map((find) => find(text)));

  const ofDayBefore: FindNamed = (text) => {
    const own = plain(text);
    const lagged = lagIn(text);
    if (!lagged) return own;
    if (lagged.rest === "") return { sure: [], loose: [...own.sure, ...own.loose] };
    const before = turned(plain(lagged.rest), (filters) => asLagged(filters, lagged.lag));
    return together(own, before);
  };

  const negative: FindNamed = (text) => {
    const rest = negatedIn(text);
    if (rest === null) return NOTHING;
    return turned(phrase(rest), ([filter, ...others]) => {
      const opposite = filter && others.length === 0 ? negated(filter) : null;
      return opposite && [opposite];
    });
  };

  const first: FindNamed = (text) => {
    const found = firstIn(text);
    if (!found) return NOTHING;
    return turned(phrase(found.rest), (filters) => {
      const [filter, ...others] = filters;
      const isOne = filter !== undefined && others.length === 0 && !isGroup(filter);
      return isOne ? [{ ...filter, first_in: found.days }] : null;
    });
  };

  const alternative: FindNamed = (text) => {
    const sets = alternativesIn(text).flatMap((parts) => {
      const any = anyOf(parts.map((part) => phrase(part).sure[0] ?? []));
      return any ? [[any]] : [];
    });
    return { sure: sets.slice(0, 1), loose: [] };
  };

  const phrase: FindNamed = (text) => {
    const typed = text.trim();
    const isNegative = /^not?\b/.test(typed);
    const ofParts = isNegative ? [negative, first] : [first, negative];
    const finders = / or /.test(typed) && !isNegative ? [alternative] : ofParts;
    const found = together(...[ofDayBefore, ...finders].map((find) => find(typed)));
    return { sure: found.sure.filter(isAsked), loose: found.loose.filter(isAsked) };
  };

  const whole = (text: string): Meanings => {
    const parts = partsOf(text);
    const sets = parts.map((part) => phrase(part).sure[0]);
    const isWhole = parts.length > 1 && sets.every((set) => set !== undefined);
    return { sure: isWhole ? [sets.flatMap((set) => set ?? [])] : [], loose: [] };
  };

  return { phrase, question: (text: string) => together(phrase(text), whole(text)) };
}
