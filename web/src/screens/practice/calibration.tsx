import { useMemo, useState } from "react";
import { useFeaturesByName } from "@/api/catalogue";
import type { Answer } from "@/kept/quiz/answers";
import { LabelledSelect } from "@/kit/fields/fields";
import { formatCount, formatPercent, upperFirst } from "@/lib/text/format";
import { DASH, formatLimits } from "@/question/figures/format";
import styles from "./quiz.module.css";
import { calibration, type Group, groupsBy, sideOf } from "./scores";
import { type Features, penalty, phraseOf, timeWords } from "./words";

const TICKS = [0, 25, 50, 75, 100];

interface Row {
  label: string;
  group: Group<unknown>;
}

const SIDES = { up: "A rise is asked", down: "A fall is asked", either: "Either way" };

/** The answers by what is chosen, each row with its words. */
const PARTS: Record<string, (answers: readonly Answer[], features: Features) => Row[]> = {
  guess: (answers) => calibration(answers).map((group) => ({ label: binWords(group.key), group })),
  question: (answers, features) =>
    groupsBy(answers, ({ feature }) => phraseOf(feature, features)).map((group) => ({
      label: group.key,
      group,
    })),
  "time of day": (answers) =>
    groupsBy(answers, ({ as_of }) => as_of).map((group) => ({ label: timeWords(group.key), group })),
  side: (answers) =>
    groupsBy(answers, ({ feature }) => sideOf(feature)).map((group) => ({ label: SIDES[group.key], group })),
};
const CHOICES = Object.keys(PARTS).map((part) => ({ value: part, label: upperFirst(part) }));
const HEADS = ["n", "Mean guess", "Came", "95%", "Penalty", "Average's"];

/** How often it came beside what was guessed: by guess as a curve too, by question, time of day and side. */
export function Calibration({ answers }: { answers: readonly Answer[] }) {
  const [part, setPart] = useState("guess");
  const features = useFeaturesByName();
  const rows = useMemo(() => PARTS[part]?.(answers, features) ?? [], [part, answers, features]);
  const bins = useMemo(() => calibration(answers), [answers]);
  return (
    <div className={styles.calibration}>
      <Curve bins={bins} />
      <div>
        <LabelledSelect
          className={styles.by}
          label="How often it came, by"
          value={part}
          choices={CHOICES}
          onChoose={setPart}
        />
        <table className={`${styles.table} ${styles.named}`}>
          <caption className="visually-hidden">How often it came, by {part}</caption>
          <thead>
            <tr>
              <th scope="col">{upperFirst(part)}</th>
              {HEADS.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, group: { n, mean, came, own, base } }) => (
              <tr key={label} data-empty={n === 0}>
                <th scope="row">{label}</th>
                <td>{formatCount(n)}</td>
                <td>{formatPercent(mean)}</td>
                <td>{formatPercent(came?.percentage)}</td>
                <td>{formatLimits(came?.interval ?? null)}</td>
                <td>{own === null ? DASH : penalty(own)}</td>
                <td>{base === null ? DASH : penalty(base)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** Guesses are whole numbers. */
const binWords = (from: number) => `${from} to ${from === 90 ? 100 : from + 9}%`;

/** In a square of 100 by 100 percent: the mean guess of a bin across, how often it came upright with its interval. */
function Curve({ bins }: { bins: readonly Group<number>[] }) {
  const points = bins.flatMap(({ n, mean, came }) =>
    mean === null || came === null ? [] : [{ n, x: mean, y: 100 - came.percentage, limits: came.interval }],
  );
  return (
    <figure className={styles.curve}>
      <svg
        viewBox="-26 -6 136 128"
        fontSize={5}
        role="img"
        aria-label="Calibration: mean guess across, how often it came upright; the figures stand in the table"
      >
        <path className={styles.grid} d="M0 0H100V100H0Z M0 50H100 M50 0V100" />
        <path className={styles.diagonal} d="M0 100L100 0" />
        {TICKS.map((tick) => (
          <g key={tick}>
            <text className={styles.middle} x={tick} y={109}>
              {tick}
            </text>
            <text className={styles.end} x={-4} y={102 - tick}>
              {tick}
            </text>
          </g>
        ))}
        <text className={styles.middle} x={50} y={119}>
          mean guess, %
        </text>
        <text className={styles.middle} transform="translate(-20 50) rotate(-90)">
          came, %
        </text>
        <polyline className={styles.line} points={points.map(({ x, y }) => `${x},${y}`).join(" ")} />
        {points.map(({ n, x, y, limits }) => (
          <g key={x} className={styles.point} data-n={n}>
            <path d={`M${x} ${100 - limits.upper}V${100 - limits.lower}`} />
            <circle cx={x} cy={y} r={Math.min(5, 1.5 + Math.sqrt(n) / 2)} />
          </g>
        ))}
      </svg>
    </figure>
  );
}
