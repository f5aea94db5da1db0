import { Fragment } from "react";
import { Link } from "react-router";
import type { Feature, FeatureComparison, GroupRate } from "@/api/generated";
import { useAppDispatch } from "@/lib/state/hooks";
import { categoriesShown, probabilityShown } from "@/lib/state/ui-slice";
import { countOf, formatPercent } from "@/lib/text/format";
import { Track } from "@/parts/probability/elements/rates";
import { readInterval, toPercent } from "@/question/figures/format";
import styles from "./compare.module.css";
import { differenceWords, labelWords, onlyWords, verdictWords } from "./words";

interface Props {
  feature: Feature;
  compared: FeatureComparison;
  /** Whether days are on both sides. */
  isOverlapping: boolean;
  /** Whether an enum shows all its labels; else the one that its difference is of. */
  showsLabels?: boolean;
}

/** A feature on the days of A and of B, and how they differ; its name leads to its card. */
export function ComparedRow({ feature, compared, isOverlapping, showsLabels = false }: Props) {
  const label = typeof compared.label === "string" ? labelWords(compared.label, feature) : null;
  const labels = showsLabels ? compared.labels : null;
  const difference = differenceWords(compared);
  return (
    <li>
      <CardLink feature={feature} label={labels ? null : label} />
      <div className={styles.rates}>
        {labels ? (
          labels.map(({ value, a, b }) => (
            <Fragment key={value}>
              <span className={styles.label}>{labelWords(value, feature)}</span>
              <Sides a={a} b={b} />
            </Fragment>
          ))
        ) : (
          <Sides {...compared} />
        )}
      </div>
      <div className={styles.words}>
        {verdictWords(feature, compared, showsLabels).map((words) => (
          <p key={words}>{words}</p>
        ))}
        {difference && (
          <p>
            {labels && label !== null && `${label}: `}
            {difference}
          </p>
        )}
        {difference && isOverlapping && <p>{onlyWords(compared)}</p>}
      </div>
    </li>
  );
}

function CardLink({ feature, label }: { feature: Feature; label: string | null }) {
  const dispatch = useAppDispatch();
  const open = () => {
    dispatch(categoriesShown([feature.category]));
    dispatch(probabilityShown(feature.name));
  };
  return (
    <Link to="/dashboard" onClick={open}>
      {feature.displayName}
      {label !== null && `: ${label}`}
    </Link>
  );
}

function Sides({ a, b }: { a: GroupRate; b: GroupRate }) {
  return (
    <>
      <Rate name="A" rate={a} />
      <Rate name="B" rate={b} />
    </>
  );
}

function Rate({ name, rate }: { name: string; rate: GroupRate }) {
  const percentage = toPercent(rate.occurrence);
  const interval = readInterval(rate, percentage);
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
