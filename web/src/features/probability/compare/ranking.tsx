import { useState } from "react";
import { Link } from "react-router";
import { useFeaturesByName } from "@/api/catalogue";
import type { CompareAnswer, Feature, FeatureComparison, GroupRate } from "@/api/generated";
import { useAppDispatch } from "@/lib/state/hooks";
import { categoriesShown, probabilityShown } from "@/lib/state/ui-slice";
import { countOf, formatPercent } from "@/lib/text/format";
import { verdict } from "@/lib/text/verdict";
import { Button } from "@/lib/ui/button";
import { Track } from "../elements/rates";
import { formatPoints, formatSpan, formatTest, toPercent } from "../state/format";
import styles from "./compare.module.css";

const FIRST = 20;

/** Every tested feature, those first that differ most surely; each leads to its card. */
export function Ranking({ data: { ranking, features } }: { data: CompareAnswer }) {
  const [showsAll, setShowsAll] = useState(false);
  const byName = useFeaturesByName();
  const rows = ranking.flatMap((name) => {
    const [feature, compared] = [byName.get(name), features[name]];
    return feature && compared ? [{ feature, compared }] : [];
  });
  if (rows.length === 0) return null;
  const shown = showsAll ? rows : rows.slice(0, FIRST);
  return (
    <section aria-labelledby="ranking">
      <h2 id="ranking">What differs most</h2>
      <ol className={styles.ranking}>
        {shown.map((row) => (
          <Row key={row.feature.name} {...row} />
        ))}
      </ol>
      {rows.length > FIRST && !showsAll && (
        <Button onClick={() => setShowsAll(true)}>{`Show all ${rows.length}`}</Button>
      )}
    </section>
  );
}

function Row({ feature, compared }: { feature: Feature; compared: FeatureComparison }) {
  const dispatch = useAppDispatch();
  const open = () => {
    dispatch(categoriesShown([feature.category]));
    dispatch(probabilityShown(feature.name));
  };
  const isLabel = typeof compared.label === "string";
  return (
    <li>
      <Link to="/dashboard" onClick={open}>
        {feature.displayName}
        {isLabel && `: ${labelWords(compared.label ?? "", feature)}`}
      </Link>
      <div className={styles.rates}>
        <Rate name="A" rate={compared.a} />
        <Rate name="B" rate={compared.b} />
      </div>
      <p>{differenceWords(compared)}</p>
    </li>
  );
}

function Rate({ name, rate }: { name: string; rate: GroupRate }) {
  const { lower, upper } = rate.confidence_interval;
  const interval = lower === null || upper === null ? null : { lower: 100 * lower, upper: 100 * upper };
  const percentage = toPercent(rate.occurrence);
  return (
    <>
      <span>{name}</span>
      <Track percentage={percentage} interval={interval} others={undefined} shape="dot" />
      <span
        className={styles.rate}
      >{`${formatPercent(percentage)} of ${countOf(rate.total_days, "day")}`}</span>
    </>
  );
}

/** "35.1 points more in A (28.1 to 41.3), p below 0.001, q below 0.001: differs, also after correction" */
function differenceWords({ difference, p_value, q_value }: FeatureComparison): string {
  if (!difference) return "No day is left to test";
  const { value, lower, upper } = difference;
  const span = formatSpan(100 * lower, 100 * upper);
  const tests = [p_value, q_value].flatMap((figure, at) =>
    typeof figure === "number" ? [`${at === 0 ? "p" : "q"} ${formatTest(figure)}`] : [],
  );
  return `A minus B ${formatPoints(100 * value)} (${span}), ${tests.join(", ")}: ${verdict(p_value, q_value)}`;
}

function labelWords(label: string, { ui_schema }: Feature): string {
  const { enum: values = [], labels } = ui_schema.filter_component.validation;
  return labels?.[values?.indexOf(label) ?? -1] ?? label;
}
