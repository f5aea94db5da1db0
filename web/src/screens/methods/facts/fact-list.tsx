import styles from "../methods.module.css";

export type Fact = readonly [term: string, text: string];

interface Props {
  facts: readonly Fact[] | undefined;
  label?: string;
  /** What stands here while there are no facts. */
  pending?: string;
}

/** Terms with what they stand for. */
export function FactList({ facts, label, pending }: Props) {
  if (!facts) return <p className={styles.pending}>{pending}</p>;
  return (
    <dl className={styles.facts} aria-label={label}>
      {facts.map(([term, text]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
