import { formatCount, formatPercent } from "@/lib/text/format";
import { formatLimits, type Limits } from "../figures/format";
import { SMALL } from "../figures/wilson";
import type { Opens } from "./day-links";
import { DaysOf } from "./days-of";
import { shareLead } from "./parts";
import tables from "./table.module.css";

/** A share with its denominator; undefined limits where the counted are no independent days. */
export interface ShareRow {
  key: string;
  label: string;
  /** On 0..100; null where nothing is known. */
  percentage: number | null;
  n: number;
  interval?: Limits | null | undefined;
  /** The same share elsewhere, with its name: "others 44.00%". */
  beside?: string | null | undefined;
  /** The bar behind the share, and how many days it has. */
  bar?: { opens: Opens; days: number } | undefined;
}

interface Props {
  caption: string;
  /** What the rows are, and what their shares are of. */
  head: readonly [string, string];
  rows: readonly ShareRow[];
}

/** Shares below each other as a table: percentage of how many, limits, the same share elsewhere. */
export function ShareTable({ caption, head, rows }: Props) {
  return (
    <table className={tables.table}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{head[0]}</th>
          <th scope="col">{head[1]}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, label, ...share }) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            <ShareCell {...share} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function ShareCell({ percentage, n, interval, beside, bar }: Omit<ShareRow, "key" | "label">) {
  const share = percentage === null ? null : { days: Math.round((percentage * n) / 100), n, percentage };
  return (
    <td className={tables.share} data-small={n < SMALL}>
      <span>
        <DaysOf opens={bar?.opens} days={bar?.days ?? 0}>
          {share === null ? "unknown" : shareLead(share)}
        </DaysOf>
      </span>{" "}
      <span className={tables.of}>
        {share === null || n >= SMALL ? `of ${formatCount(n)}` : formatPercent(percentage)}
      </span>
      {interval && <small>{formatLimits(interval)}</small>}
      {beside && <small>{beside}</small>}
    </td>
  );
}
