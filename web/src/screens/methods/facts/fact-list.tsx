import styles from "../methods.module.css";

export type Fact = readonly [term: string, text: string];

interface Props {
  facts: readonly Fact[] | undefined;
  label?: string;
  /** Shown while there are no facts. */
  pending?: string;
}

/** Terms with their values. */
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
