import { isFound, type Look } from "@/kept/ledger/looks";
import { countOf, formatCount } from "@/lib/text/format";
import { LEVEL } from "@/question/figures/format";

/** How many looks there were, how many small p-values luck alone would bring, and how many were found. */
export function luckWords(looks: readonly Look[]): string {
  const seen = looks.filter(({ p }) => p < LEVEL).length;
  const count = countOf(looks.length, "look");
  if (looks.length === 0)
    return "No looks yet. Each question under filters whose p-value a card shows is one.";
  if (looks.length === 1)
    return `${count}. By luck alone at most 1 in 20 shows p below 0.05; this one ${seen === 1 ? "does" : "does not"}.`;
  const luck = LEVEL * looks.length;
  const about = luck < 0.5 ? "fewer than 1" : `at most about ${formatCount(Math.round(luck))}`;
  return `${count}. By luck alone ${about} would show p below 0.05; you have seen ${formatCount(seen)}.`;
}

/** How many looks found something, and how much of that is luck. */
export function foundWords(looks: readonly Look[]): string {
  const found = looks.filter(isFound).length;
  if (found === 0) return "None is found: no p is at or below its level.";
  const are = found === 1 ? "1 is" : `${formatCount(found)} are`;
  return `${are} found: p is at or below its level. Of all that is found, 1 in 20 at most is expected to be luck.`;
}
