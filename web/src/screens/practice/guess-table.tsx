import { Link } from "react-router";
import { useChartsAllowed, useFeaturesByName } from "@/api/catalogue";
import type { Answer } from "@/kept/quiz/answers";
import { formatDate } from "@/lib/text/format";
import { DASH } from "@/question/figures/format";
import styles from "./quiz.module.css";
import { baseScore, brier, byLoss, ownScore } from "./scores";
import { penalty, phraseOf, timeWords } from "./words";

const HEADS = ["Question", "Asked at", "Your guess", "It came", "Penalty", "Average's", "Coin's", "Day"];

/** The guesses of a round, that on which most was lost first, with their days. */
export function GuessTable({ answers }: { answers: readonly Answer[] }) {
  const features = useFeaturesByName();
  const hasCharts = useChartsAllowed();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: people without a pointer scroll it by keys
    <section className={styles.scroll} tabIndex={0} aria-label="Guesses of the round">
      <table className={`${styles.table} ${styles.named}`}>
        <caption>Where most was lost against the average</caption>
        <thead>
          <tr>
            {HEADS.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {byLoss(answers).map((answer) => (
            <tr key={`${answer.at} ${answer.date}`}>
              <th scope="row">{phraseOf(answer.feature, features)}</th>
              <td>{timeWords(answer.as_of)}</td>
              <td>{answer.probability}%</td>
              <td>{answer.occurred ? "yes" : "no"}</td>
              <td>{penalty(ownScore(answer))}</td>
              <td>{penalty(baseScore(answer))}</td>
              <td>{answer.coin === null ? DASH : penalty(brier(answer.coin, answer.occurred))}</td>
              <td>
                {hasCharts ? (
                  <Link to={`/chart?date=${answer.date}`}>{formatDate(answer.date)}</Link>
                ) : (
                  formatDate(answer.date)
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
