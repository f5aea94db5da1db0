import type { LabelCount } from "@/api/generated";
import { countOf } from "@/lib/text/format";
import { verdict } from "@/lib/text/verdict";
import { Caption, Empty, Tests } from "../elements/parts";
import { type RateRow, Rates } from "../elements/rates";
import { readInterval } from "../figures/format";
import styles from "../probability.module.css";

interface Props {
  data: { labels: readonly LabelCount[]; p_value?: number | null; q_value?: number | null };
  days: number;
  filtered: boolean;
  untested: string | null;
}

/** An enum's labels as they come: the server's order has a neutral one last. */
export function LabelRates({ data, days, filtered, untested }: Props) {
  if (days === 0 || data.labels.length === 0) return <Empty>No distribution data available</Empty>;
  const hasOthers = filtered && data.labels.some(({ others }) => others);
  return (
    <>
      <Rates rows={data.labels.map((label) => labelRow(label, hasOthers))} shape="bar" n={days} />
      <Caption othersAs={hasOthers ? "tick" : null}>of {countOf(days, "day")}</Caption>
      {hasOthers && <Compared data={data} untested={untested} />}
    </>
  );
}

/** The labels' one test against the other days, in words and figures. */
function Compared({ data, untested }: Pick<Props, "data" | "untested">) {
  const words = untested ?? verdict(data.p_value, data.q_value);
  return (
    <>
      {words && <p className={styles.sentence}>{words}</p>}
      {untested === null && <Tests p={data.p_value} q={data.q_value} />}
    </>
  );
}

function labelRow(label: LabelCount, hasOthers: boolean): RateRow {
  return {
    key: label.value,
    place: label.value,
    label: label.label,
    days: label.count,
    percentage: label.pct,
    interval: readInterval(label, label.pct),
    others: hasOthers ? (label.others?.pct ?? null) : undefined,
  };
}
