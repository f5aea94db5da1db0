import type { Look } from "@/kept/ledger/looks";
import { countOf, formatCount } from "@/lib/text/format";

const LEVEL = 0.05;

/** Benjamini and Hochberg's q of each p, in their order (1995). */
export function benjaminiHochberg(p: readonly number[]): number[] {
  const q = new Array<number>(p.length);
  const fromLargest = p.map((_, at) => at).sort((a, b) => (p[b] ?? 0) - (p[a] ?? 0));
  let least = 1;
  for (const [above, at] of fromLargest.entries()) {
    least = Math.min(least, ((p[at] ?? 1) * p.length) / (p.length - above));
    q[at] = least;
  }
  return q;
}

/** How many looks there were, and how many small p-values luck alone would bring, as a sentence. */
export function luckWords(looks: readonly Look[]): string {
  const seen = looks.filter(({ p }) => p < LEVEL).length;
  const count = countOf(looks.length, "look");
  if (looks.length === 0) return "No looks yet. Each p-value that a card shows under filters is one.";
  if (looks.length === 1)
    return `${count}. By luck alone 1 in 20 shows p below 0.05; this one ${seen === 1 ? "does" : "does not"}.`;
  const luck = LEVEL * looks.length;
  const about = luck < 0.5 ? "fewer than 1" : `about ${formatCount(Math.round(luck))}`;
  return `${count}. By luck alone ${about} would show p below 0.05; you have seen ${formatCount(seen)}.`;
}
