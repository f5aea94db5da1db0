import { featureName } from "@/api/feature-names";
import type { Feature, QuizDay, QuizResult } from "@/api/generated";
import { asRead, countOf, formatPercent } from "@/lib/text/format";
import { barWords, closing } from "@/question/as-of";
import { coinOf, noCoin } from "@/question/figures/coin";
import { isEvent } from "./askable";
import type { Scores } from "./scores";

type Features = ReadonlyMap<string, Feature>;

/** What a question calls its feature: the display name without what it is counted in. */
export const featureLabel = (feature: string, features: Features) =>
  featureName(feature, [...features.values()]).replace(/ \(bar\)$/, "");

/** The parts of a question: "After bar 12, 10:30: will", "Gap Fill", "still come today?" */
export function questionWords(
  { as_of, feature }: Pick<QuizDay, "as_of" | "feature">,
  features: Features,
): { lead: string; name: string; rest: string } {
  const definition = features.get(feature);
  const comes = definition === undefined || isEvent(definition);
  return {
    lead: `After ${barWords(as_of)}: will`,
    name: featureLabel(feature, features),
    rest: comes ? "still come today?" : `be true ${definition.known_words}?`,
  };
}

/** "Gap Fill came on bar 34, 12:20.", "Inside Day was not true." */
export function outcomeWords(
  feature: string,
  { occurred, bar }: Pick<QuizResult, "occurred" | "bar">,
  features: Features,
): string {
  const name = featureLabel(feature, features);
  const definition = features.get(feature);
  if (definition && !isEvent(definition)) return `${name} was ${occurred ? "" : "not "}true.`;
  if (!occurred) return `${name} did not come.`;
  return bar === null ? `${name} came.` : `${name} came on ${barWords(bar)}.`;
}

const score = (value: number) => value.toFixed(3);

/** Brier's score in whole percent. */
const penalty = (brier: number) => Math.round(100 * brier);

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

/** How the own answers do against the plain rate and a coin. */
export function recordWords({ n, own, base, withCoin }: Scores, inARow: number): string[] {
  if (own === null || base === null) return ["No answers yet."];
  const { own: ownThere, coin } = withCoin;
  const isAll = withCoin.n === n;
  return [
    `${countOf(n, "answer")}. Your mean score is ${score(own)}; guessing the plain rate would have had ${score(base)}.`,
    ...(coin === null || ownThere === null
      ? []
      : [
          isAll
            ? `A coin's rate would have had ${score(coin)}.`
            : `A coin's rate would have had ${score(coin)} over the ${countOf(withCoin.n, "answer")} that ${withCoin.n === 1 ? "has" : "have"} one; yours there ${score(ownThere)}.`,
        ]),
    inARow === 0
      ? "The newest answer was no better than the plain rate."
      : `${countOf(inARow, "answer")} in a row better than the plain rate.`,
  ];
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
