import type { Answer } from "@/kept/quiz/answers";
import { type Proportion, proportion } from "@/question/figures/wilson";

const BINS = 10;
const BIN_WIDTH = 100 / BINS;

/** (p - o)^2: 0 for the sure and right, 1 for the sure and wrong; `p` on 0..1. */
export const brier = (p: number, occurred: boolean) => (p - Number(occurred)) ** 2;

export const ownScore = ({ probability, occurred }: Answer) => brier(probability / 100, occurred);
export const baseScore = ({ base, occurred }: Answer) => brier(base, occurred);

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

/** Answers that are judged together: `mean` guess in percent, and how often it came. */
export interface Group<Key> extends Scores {
  key: Key;
  mean: number | null;
  came: Proportion | null;
}

function groupOf<Key>(key: Key, answers: readonly Answer[]): Group<Key> {
  const came = answers.filter(({ occurred }) => occurred).length;
  return {
    key,
    ...scoresOf(answers),
    mean: mean(answers.map(({ probability }) => probability)),
    came: proportion(came, answers.length),
  };
}

/** The calibration of the answers: ten bins of guesses by their lower limit in percent, the last one with 100. */
export function calibration(answers: readonly Answer[]): Group<number>[] {
  const binOf = ({ probability }: Answer) => Math.min(BINS - 1, Math.floor(probability / BIN_WIDTH));
  return Array.from({ length: BINS }, (_, bin) =>
    groupOf(
      bin * BIN_WIDTH,
      answers.filter((answer) => binOf(answer) === bin),
    ),
  );
}

/** The answers by what `keyOf` says of each, in the order of what it says. */
export function groupsBy<Key extends string | number>(
  answers: readonly Answer[],
  keyOf: (answer: Answer) => Key,
): Group<Key>[] {
  return [...new Set(answers.map(keyOf))]
    .sort((a, b) => (a < b ? -1 : 1))
    .map((key) =>
      groupOf(
        key,
        answers.filter((answer) => keyOf(answer) === key),
      ),
    );
}

/** How many of the newest answers in a row were better than the average. */
export function streak(answers: readonly Answer[]): number {
  const worse = answers.findLastIndex((answer) => ownScore(answer) >= baseScore(answer));
  return answers.length - 1 - worse;
}

const UP = /^(hoy|gxh)_(close_|second_)?bo_bar$|_(bo|mm)_up_bar$|^close_above_|^ath_(made|first_bar)$/;
const DOWN = /^(loy|gxl)_(close_|second_)?bo_bar$|_(bo|mm)_dn_bar$/;

/** Which way price goes where the answer is yes. */
export function sideOf(feature: string): "up" | "down" | "either" {
  if (UP.test(feature)) return "up";
  return DOWN.test(feature) ? "down" : "either";
}

/** A round that was played to its end: its guesses in the order in which they were given. */
export interface PlayedRound {
  id: string;
  answers: Answer[];
}

/** The answers of a round: as many as it has guesses, whichever tabs gave them. */
export function answersOf(answers: readonly Answer[], id: string): Answer[] {
  const own = answers.filter(({ round }) => round?.id === id);
  return own.slice(0, own[0]?.round?.guesses);
}

/** The rounds of more than one guess that were played to their end, the newest first. */
export function roundsIn(answers: readonly Answer[]): PlayedRound[] {
  const ids = new Set(answers.flatMap(({ round }) => (round && round.guesses > 1 ? [round.id] : [])));
  return [...ids]
    .map((id) => ({ id, answers: answersOf(answers, id) }))
    .filter((round) => round.answers.length === round.answers[0]?.round?.guesses)
    .toReversed();
}

/** The answers of a round, that on which most was lost against the average first. */
export const byLoss = (answers: readonly Answer[]) =>
  answers.toSorted((a, b) => ownScore(b) - baseScore(b) - (ownScore(a) - baseScore(a)));
