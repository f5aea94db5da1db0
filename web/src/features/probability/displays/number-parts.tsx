import type { NumberPart } from "@/api/generated";
import { countOf } from "@/lib/text/format";
import { Figure } from "../elements/parts";
import { formatSpan, formatValue } from "../figures/format";
import styles from "../probability.module.css";

interface Props {
  parts: readonly NumberPart[];
  unit: string | null;
}

/** A number's middle where an event happened and where it did not, a line each: it means another thing there. */
export function NumberParts({ parts, unit }: Props) {
  return (
    <dl className={styles.lines}>
      {parts.map((part) => (
        <Figure key={part.label} name={`${part.label}:`}>
          {middle(part, unit)}
        </Figure>
      ))}
    </dl>
  );
}

/** "median 12.3%, middle half 5.1 to 20.4% (312 days; other days 10.9%)" */
function middle({ matched, others }: NumberPart, unit: string | null): string {
  const beside = others && others.n > 0 ? `; other days ${formatValue(others.median, unit)}` : "";
  if (matched.n === 0) return `no days${beside}`;
  return (
    `median ${formatValue(matched.median, unit)}, middle half ${formatSpan(matched.q1, matched.q3, unit)} ` +
    `(${countOf(matched.n, "day")}${beside})`
  );
}
