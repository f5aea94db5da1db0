import type { Claim, ClaimsAnswer, Published, YearRate } from "@/api/generated";
import { asRead, countOf, formatDate } from "@/lib/text/format";

export const START = "Start from a question";

/** A share as people say it: "65.3%", a dash where nothing is known. */
export function shareWords(share: number | null): string {
  return share === null ? "–" : `${(share * 100).toFixed(1)}%`;
}

/** "61.1 to 69.3", the interval of a rate; nothing without a day. */
export function limitsWords({ confidence_interval: { lower, upper } }: Pick<Claim, "confidence_interval">) {
  if (lower === null || upper === null) return null;
  return `${(lower * 100).toFixed(1)} to ${(upper * 100).toFixed(1)}`;
}

/** "Here: 65.3% of 516 days (61.1 to 69.3)." */
export function hereWords(claim: Claim): string {
  if (claim.rate === null) return "Here: no such day.";
  const limits = limitsWords(claim);
  return `Here: ${shareWords(claim.rate)} of ${countOf(claim.days, "day")}${limits ? ` (${limits})` : ""}.`;
}

/** "5.1 points more than a coin (60.20%).", or why there is no such test. */
export function coinLine({ coin }: Claim): string | null {
  return coin && asRead(coin.verdict.words);
}

/** "Published: about 80%.", of several each once. */
export function publishedWords(published: readonly Published[]): string {
  return `Published: ${[...new Set(published.map(({ figure }) => asRead(figure)))].join("; ")}.`;
}

/** "2024: 65.3% of 210 days". */
export function yearWords({ year, days, occurrence }: YearRate): string {
  return `${year}: ${occurrence === null ? "no day" : `${shareWords(occurrence)} of ${countOf(days, "day")}`}`;
}

/** Of which sessions the figures are. */
export function sessionsWords({ symbol, first_session, last_session }: ClaimsAnswer): string {
  return `${symbol}, all full sessions from ${formatDate(first_session)} to ${formatDate(last_session)}`;
}

/** The questions by group, in the order of the answer. */
export function byGroup(claims: readonly Claim[]): [group: string, claims: Claim[]][] {
  const groups = [...new Set(claims.map(({ group }) => group))];
  return groups.map((name) => [name, claims.filter(({ group }) => group === name)]);
}

/** The questions that have every word of a text, in their own words, their group's or those of who published. */
export function matching(claims: readonly Claim[], text: string): Claim[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return claims.filter(({ question, group, published }) => {
    const searched = [question, group, ...published.map(({ who }) => who)].join(" ").toLowerCase();
    return words.every((word) => searched.includes(word));
  });
}
