import { useEffect, useRef } from "react";
import type { Answer } from "@/kept/quiz/answers";
import { Button } from "@/kit/button";
import { GuessTable } from "./guess-table";
import styles from "./quiz.module.css";
import { scoresOf } from "./scores";
import { scoresWords } from "./words";

/** A round as a whole: what it cost beside the average and a coin, and where most was lost. */
export function RoundScore({ answers, onNext }: { answers: readonly Answer[]; onNext: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <section className={styles.score} aria-labelledby="round-score">
      <h2 id="round-score">The round's score</h2>
      <p className={styles.outcome}>{scoresWords(scoresOf(answers)).join(" ")}</p>
      <div>
        <Button ref={button} look="primary" onClick={onNext}>
          New round
        </Button>
      </div>
      <GuessTable answers={answers} />
    </section>
  );
}
