import type { Feature } from "@/api/generated";
import type { Answer } from "@/kept/quiz/answers";
import { csvLines, csvText } from "@/lib/text/csv";
import { brier } from "./scores";
import { featureLabel } from "./words";

const HEAD = [
  ...["Answered", "Instrument", "Date", "Feature", "As of bar", "Guess %", "Occurred", "Score"],
  ...[
    "Plain rate",
    "Score of the plain rate",
    "Coin's rate",
    "Score of the coin",
    "Snapshot",
    "Round",
    "Guesses of the round",
  ],
];

const rounded = (value: number) => Number(value.toFixed(6));

/** The answers as a file for spreadsheets: rates on 0 to 1, moments in UTC. */
export function csvOf(answers: readonly Answer[], features: ReadonlyMap<string, Feature>): string {
  const lines = answers.map(({ probability, occurred, base, coin, ...answer }) => [
    new Date(answer.at).toISOString(),
    csvText(answer.symbol),
    answer.date,
    csvText(featureLabel(answer.feature, features)),
    answer.as_of,
    probability,
    occurred ? "yes" : "no",
    rounded(brier(probability / 100, occurred)),
    rounded(base),
    rounded(brier(base, occurred)),
    coin === null ? "" : rounded(coin),
    coin === null ? "" : rounded(brier(coin, occurred)),
    csvText(answer.snapshot),
    csvText(answer.round?.id ?? ""),
    answer.round?.guesses ?? 1,
  ]);
  return csvLines(HEAD, lines);
}
