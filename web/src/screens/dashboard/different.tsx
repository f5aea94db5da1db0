import { useState } from "react";
import { shallowEqual } from "react-redux";
import { cardShown } from "@/address/show-features";
import { useCatalogue } from "@/api/catalogue";
import { selectOpenResults } from "@/api/data-api";
import { Button } from "@/kit/button";
import { useNarrow } from "@/kit/use-narrow";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { asRead, formatPercent } from "@/lib/text/format";
import { comparedFigures } from "@/question/figures/difference";
import { toPercent } from "@/question/figures/format";
import { isConditioned } from "@/question/filters";
import { selectActive, selectIsApplying } from "@/question/filters-slice";
import { useAnsweredSelection } from "@/question/selection";
import { type CardDifference, differencesOf, summaryWords, withoutWords } from "./differences";
import styles from "./different.module.css";

/** So many lines stand at first; on a narrow page none, so that the answers stay in sight. */
const FIRST = 5;

/** All open answers beside the other days, once days are chosen by more than their dates. It asks for nothing itself. */
export function Different() {
  const isShown = useAppSelector(
    (state) => isConditioned(selectActive(state)) && state.ui.activeProbabilityFeatures.length > 0,
  );
  return isShown ? <Compared /> : null;
}

function Compared() {
  const answered = useAnsweredCards();
  const isApplying = useAppSelector(selectIsApplying);
  const first = useNarrow() ? 0 : FIRST;
  const [showsAll, setShowsAll] = useState(false);
  const { rows, without } = differencesOf(answered);
  const shown = showsAll ? rows : rows.slice(0, first);
  return (
    <section className={styles.different} aria-labelledby="different" data-stale={isApplying}>
      <div className={styles.head}>
        <h2 id="different">What is different on these days</h2>
        <p role="status">{answered.length > 0 && summaryWords(answered)}</p>
      </div>
      <ul className={styles.rows}>
        {shown.map((row) => (
          <Row key={row.feature.name} {...row} />
        ))}
      </ul>
      <div className={styles.foot}>
        {rows.length > shown.length && (
          <Button look="quiet" onClick={() => setShowsAll(true)}>{`Show all ${rows.length}`}</Button>
        )}
        {first > 0 && without.length > 0 && <p className={styles.quiet}>{withoutWords(without)}</p>}
      </div>
    </section>
  );
}

function Row({ feature, label, rate, others }: CardDifference) {
  const dispatch = useAppDispatch();
  const features = useCatalogue().data?.features ?? [];
  return (
    <li>
      <Button
        look="bare"
        className={styles.name ?? ""}
        onClick={() => dispatch(cardShown(feature.name, features))}
      >
        {feature.displayName}
        {label !== null && `: ${label}`}
      </Button>
      <strong>{formatPercent(toPercent(rate))}</strong>
      <span className={styles.quiet}>{comparedFigures(others)}</span>
      <span>{asRead(others.verdict.words)}</span>
    </li>
  );
}

/** The answers that the open cards have of the question, in the order in which they were opened. */
function useAnsweredCards() {
  const key = useAnsweredSelection(useAppSelector(selectActive));
  const features = useCatalogue().data?.features ?? [];
  const results = useAppSelector(
    (state) => (key ? selectOpenResults(state, key).map(([, result]) => result) : []),
    shallowEqual,
  );
  return results.flatMap((result) => {
    const feature = features.find(({ name }) => name === result.feature);
    return feature ? [[feature, result] as const] : [];
  });
}
