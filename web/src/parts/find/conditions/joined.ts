import { MOST_FIRST_IN } from "@/question/filters";

/** Where one condition of a question ends and the next begins; the "and" of "between 20 and 40" is no such place. */
const PARTED =
  /\s*(?:[,;+&](?!\d)|(?<!\bbetween\s+[-−]?[\d.]+\s*(?:adr|%|percent|pts?|points?)?\s+)\band\b|\bon an?\b|(?<!\bday\s+)(?=\bafter\b))\s*/;
const OR = /\s+or\s+/;
const NOT = /\b(?:not|no|never|without|isn't|wasn't|doesn't|didn't|don't)(?!\w)\s*/;
const FIRST_IN = /\b(?:for\s+the\s+)?first\s+(?:time\s+)?in\s+(\d+)\s+(?:days|sessions)\b/;
const FIRST_OF = /^(?:the\s+)?first\s+(.+)\s+in\s+(\d+)\s+(?:days|sessions)$/;

/** The parts of a question, each a condition of its own. */
export const partsOf = (text: string) => text.split(PARTED).filter((part) => part.trim() !== "");

/**
 * The alternatives that a text names, as they are typed, and with the words that are said once for all of them:
 * "gap up or down" is "gap up" and "gap down". None where the text has no "or".
 */
export function alternativesIn(text: string): string[][] {
  const parts = text.replace(/^either\s+/, "").split(OR);
  if (parts.length < 2) return [];
  const head = (parts[0] ?? "").split(" ").slice(0, -1);
  const tail = (parts.at(-1) ?? "").split(" ").slice(1);
  const whole = parts.map((part, at) =>
    [at > 0 ? head : [], part, at < parts.length - 1 ? tail : []].flat().join(" "),
  );
  return [whole, parts];
}

/** What a text says is not to hold; null where it says no such thing. */
export function negatedIn(text: string): string | null {
  return NOT.test(text) ? text.replace(NOT, " ").replaceAll(/\s+/g, " ").trim() : null;
}

/** In how many days a text says something to be the first time. */
export function firstIn(text: string): { days: number; rest: string } | null {
  const [all = "", count] = FIRST_IN.exec(text) ?? [];
  const [, named = "", of] = all ? [] : (FIRST_OF.exec(text) ?? []);
  const days = Number(count ?? of);
  if (!(days >= 1 && days <= MOST_FIRST_IN)) return null;
  return {
    days,
    rest: all
      ? text
          .replace(all, " ")
          .replaceAll(/[\s,]+/g, " ")
          .trim()
      : named,
  };
}
