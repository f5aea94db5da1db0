import { featureName } from "@/api/feature-names";
import type { Feature, QuizDay, QuizResult } from "@/api/generated";
import type { Answer } from "@/kept/quiz/answers";
import { asRead, countOf, formatMoment, formatPercent } from "@/lib/text/format";
import { barWords, closing } from "@/question/as-of";
import { coinOf, noCoin } from "@/question/figures/coin";
import { DASH } from "@/question/figures/format";
import { type Scores, scoresOf } from "./scores";

export type Features = ReadonlyMap<string, Feature>;

/** The display name without what it is counted in. */
export const featureLabel = (feature: string, features: Features) =>
  featureName(feature, [...features.values()]).replace(/ \(bar\)$/, "");

/** "Gap filled"; the display name where the catalogue lacks it. */
export const phraseOf = (feature: string, features: Features) =>
  features.get(feature)?.phrase ?? featureLabel(feature, features);

/** "10:30, bar 12". */
export const timeWords = (bar: number) => `${closing(bar)}, bar ${bar}`;

/** The parts of a question: "It is 10:30, bar 12." and "Will the gap fill?" */
export const questionWords = (
  { as_of, feature }: Pick<QuizDay, "as_of" | "feature">,
  features: Features,
) => ({
  time: `It is ${timeWords(as_of)}.`,
  question: features.get(feature)?.question ?? `Will ${featureLabel(feature, features)} come?`,
});

/** "Gap filled on bar 34, 12:20.", "No inside day." */
export function outcomeWords(
  feature: string,
  { occurred, bar }: Pick<QuizResult, "occurred" | "bar">,
  features: Features,
): string {
  const phrase = phraseOf(feature, features);
  if (!occurred) return `${features.get(feature)?.phrase_not ?? `Not: ${phrase}`}.`;
  return bar === null ? `${phrase}.` : `${phrase} on ${barWords(bar)}.`;
}

/** What follows a guess: another day, or the score of more than one guess. */
export const nextWords = (guesses: number, given: number) =>
  guesses > 1 && given >= guesses ? "Show the score" : "Next day";

/** A Brier score in percent. */
export const penalty = (brier: number) => Math.round(100 * brier);
const meanPenalty = (brier: number | null) => (brier === null ? DASH : (100 * brier).toFixed(1));

/** The three scores of a question, each with the rate that was guessed. */
export function scoreWords(
  probability: number,
  { brier, base, coin }: Pick<QuizResult, "brier" | "base" | "coin">,
): string {
  const coinScore = coinOf(coin);
  return [
    `You said ${probability}%. Penalty ${penalty(brier)} (0 best, 100 worst).`,
    `Saying the average, ${formatPercent(100 * base.occurrence)} of ${countOf(base.days, "day")}, would have cost ${penalty(base.brier)}.`,
    ...(coinScore
      ? [`A coin's ${formatPercent(100 * coinScore.occurrence)} would have cost ${penalty(coinScore.brier)}.`]
      : [noCoin(coin) ?? []].flat()),
  ].join(" ");
}

/** How some guesses do against the average and a coin. */
export function scoresWords({ n, own, base, withCoin }: Scores): string[] {
  if (own === null || base === null) return [];
  const { own: ownThere, coin } = withCoin;
  return [
    `Mean penalty ${meanPenalty(own)} (0 best, 100 worst).`,
    `Saying the average would have cost ${meanPenalty(base)}.`,
    ...(coin === null || ownThere === null
      ? []
      : [
          withCoin.n === n
            ? `A coin's rate would have cost ${meanPenalty(coin)}.`
            : `A coin's rate would have cost ${meanPenalty(coin)} on the ${countOf(withCoin.n, "answer")} that ${withCoin.n === 1 ? "has" : "have"} one; yours there ${meanPenalty(ownThere)}.`,
        ]),
  ];
}

/** The own answers, and how many of the newest ones were good. */
export function recordWords(scores: Scores, inARow: number): string[] {
  if (scores.n === 0) return ["No answers yet."];
  return [
    [`${countOf(scores.n, "answer")}.`, ...scoresWords(scores)].join(" "),
    inARow === 0
      ? "The newest answer was no better than the average."
      : `${countOf(inARow, "answer")} in a row better than the average.`,
  ];
}

/** A round that is over: "Round of 5, Nov 21, 2026, 9:15:07 AM: penalty 17.0, the average's 24.1, a coin's 25.0." */
export function roundWords(answers: readonly Answer[]): string {
  const { own, base, withCoin } = scoresOf(answers);
  const costs = [
    `penalty ${meanPenalty(own)}`,
    `the average's ${meanPenalty(base)}`,
    ...(withCoin.n === answers.length ? [`a coin's ${meanPenalty(withCoin.coin)}`] : []),
  ];
  return `Round of ${answers.length}, ${formatMoment(answers.at(-1)?.at)}: ${costs.join(", ")}.`;
}

/** A distance from the open in ADR10, of ticks: "+0.42", "−0.10", "0.00". */
export function inAdr(ticks: number, adr10: number): string {
  const text = asRead((ticks / adr10).toFixed(2).replace(/^-(?=0\.00$)/, ""));
  return ticks > 0 && text !== "0.00" ? `+${text}` : text;
}

const LEVELS = { hoy: "HoY", loy: "LoY", coy: "CoY", gxh: "GXH", gxl: "GXL" } as const;

/** The levels that are known, with their short names, from the highest down; `ticks` from the open. */
export function namedLevels(levels: QuizDay["levels"]): { key: string; label: string; ticks: number }[] {
  const known = Object.entries(LEVELS).flatMap(([key, label]) => {
    const ticks = levels[key as keyof typeof LEVELS];
    return ticks === null ? [] : [{ key, label, ticks }];
  });
  return known.sort((a, b) => b.ticks - a.ticks);
}

/** The drawn day in sentences, for who does not see it. */
export function pictureWords(
  { as_of, adr10, levels }: Pick<QuizDay, "as_of" | "adr10" | "levels">,
  bars: QuizDay["bars"],
): string {
  const last = bars.c.length;
  const at = (ticks: number) => inAdr(ticks, adr10);
  const extremes = `high ${at(Math.max(...bars.h))}, low ${at(Math.min(...bars.l))}, close ${at(bars.c.at(-1) ?? 0)}`;
  const names = namedLevels(levels).map(({ label, ticks }) => `${label} ${at(ticks)}`);
  return [
    `Bars 1 to ${last}, 9:30 to ${closing(last)}, in ADR10 from the open: ${extremes}.`,
    ...(names.length > 0 ? [`Levels: ${names.join(", ")}.`] : []),
    ...(last > as_of ? [`The bars after ${as_of} were not known.`] : []),
  ].join(" ");
}
