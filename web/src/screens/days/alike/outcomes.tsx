import Box from "@mui/material/Box";
import { useId, useState } from "react";
import { useFeaturesByName } from "@/api/catalogue";
import type { AlikeOutcome, GroupRate } from "@/api/generated";
import { TextField } from "@/kit/fields/fields";
import { formatPercent } from "@/lib/text/format";
import { toPercent } from "@/question/figures/format";
import styles from "./alike.module.css";
import { brierWords, differenceText, intervalText, overallWords, rateText, spanText } from "./words";

/** What followed on the days alike, each rate with that of all days before; what the filter box names. */
export function Outcomes({ outcomes }: { outcomes: readonly AlikeOutcome[] }) {
  const id = useId();
  const features = useFeaturesByName();
  const [text, setText] = useState("");
  const named = outcomes.map((outcome) => ({
    outcome,
    name: features.get(outcome.feature)?.displayName ?? outcome.feature,
  }));
  const words = text.toLowerCase().split(/\s+/);
  const shown = named.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
  return (
    <section className={styles.outcomes} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>What followed</h2>
      <p>{overallWords(outcomes)}</p>
      <div className={styles.choice}>
        <label className={styles.label} htmlFor={id}>
          Outcomes named
        </label>
        <TextField id={id} type="search" value={text} onChange={({ target }) => setText(target.value)} />
      </div>
      {shown.length === 0 ? (
        <p role="status">No outcome is named so.</p>
      ) : (
        <Box component="section" className={styles.scroll} aria-label="Outcomes" tabIndex={0}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Outcome</th>
                <th scope="col">Days alike (95%)</th>
                <th scope="col">All days before</th>
                <th scope="col">Forecast</th>
                <th scope="col">Difference (95%)</th>
                <th scope="col">Back-test</th>
              </tr>
            </thead>
            <tbody>
              {shown.map(({ outcome, name }) => (
                <Row key={outcome.feature} name={name} outcome={outcome} />
              ))}
            </tbody>
          </table>
        </Box>
      )}
      <p className={styles.note}>
        The forecast is the rate of the days alike, pulled towards that of all days before by fifty days.
        Every night each day that has 250 before it is foretold so by its 25 nearest, and by the plain rate of
        all days before it. The Brier score is the mean of the squared errors: less is better. A difference of
        rates is these days minus all others before it.
      </p>
    </section>
  );
}

function Row({
  name,
  outcome: { neighbours, all, forecast, difference, brier },
}: {
  name: string;
  outcome: AlikeOutcome;
}) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td data-label="Days alike">
        <Rate rate={neighbours} />
      </td>
      <td data-label="All days before">{rateText(all)}</td>
      <td data-label="Forecast">{formatPercent(toPercent(forecast))}</td>
      <td data-label="Difference">
        {differenceText(difference)}
        {difference && <span className={styles.note}>{spanText(difference)}</span>}
      </td>
      <td className={styles.tested}>
        {brier?.verdict.words ?? "Not back-tested: too few days."}
        {brier && <span className={styles.note}>{brierWords(brier)}</span>}
      </td>
    </tr>
  );
}

function Rate({ rate }: { rate: GroupRate }) {
  return (
    <>
      {rateText(rate)}
      {rate.total_days > 0 && <span className={styles.note}>{intervalText(rate)}</span>}
    </>
  );
}
