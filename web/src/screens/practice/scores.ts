import type { Answer } from "@/kept/quiz/answers";
import { type Proportion, proportion } from "@/question/figures/wilson";

const BINS = 10;

/** (p - o)^2: 0 for the sure and right, 1 for the sure and wrong; `p` on 0..1. */
export const brier = (p: number, occurred: boolean) => (p - Number(occurred)) ** 2;

const ownScore = ({ probability, occurred }: Answer) => brier(probability / 100, occurred);
const baseScore = ({ base, occurred }: Answer) => brier(base, occurred);

/** Mean Brier scores over the same questions; null without one. */
export interface Scores {
  n: number;
  own: number | null;
  base: number | null;
  /** Over the questions of which a coin's rate is known. */
  withCoin: { n: number; own: number | null; coin: number | null };
}

export function scoresOf(answers: readonly Answer[]): Scores {
  const tossed = answers.flatMap((answer) =>
    answer.coin === null ? [] : [{ own: ownScore(answer), coin: brier(answer.coin, answer.occurred) }],
  );
  return {
    n: answers.length,
    own: mean(answers.map(ownScore)),
    base: mean(answers.map(baseScore)),
    withCoin: {
      n: tossed.length,
      own: mean(tossed.map(({ own }) => own)),
      coin: mean(tossed.map(({ coin }) => coin)),
    },
  };
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Guesses from `from` percent on and below `to`, the last bin with 100; `mean` guess and how often it came. */
export interface Bin {
  from: number;
  to: number;
  n: number;
  mean: number | null;
  came: Proportion | null;
}

/** The calibration of the answers: ten bins of guesses, each with what came. */
export function calibration(answers: readonly Answer[]): Bin[] {
  const width = 100 / BINS;
  return Array.from({ length: BINS }, (_, bin) => {
    const own = answers.filter(
      ({ probability }) => Math.min(BINS - 1, Math.floor(probability / width)) === bin,
    );
    const came = own.filter(({ occurred }) => occurred).length;
    return {
      from: bin * width,
      to: (bin + 1) * width,
      n: own.length,
      mean: mean(own.map(({ probability }) => probability)),
      came: proportion(came, own.length),
    };
  });
}

/** How many of the newest answers in a row were better than the plain rate. */
export function streak(answers: readonly Answer[]): number {
  const worse = answers.findLastIndex((answer) => ownScore(answer) >= baseScore(answer));
  return answers.length - 1 - worse;
}
