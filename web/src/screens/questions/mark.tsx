import styles from "./questions.module.css";

/** Shapes that say a verdict without a colour. */
const SHAPES = {
  more: "M6 2 11 10H1Z",
  fewer: "M6 10 1 2H11Z",
  as_coin: "M6 2a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z",
  holds: "M1.5 6.5 4.5 9.5 10.5 2.5",
  does_not_hold: "M2 2 10 10M10 2 2 10",
  too_few_days: "M1 6H3M5 6H7M9 6H11",
};

/** A verdict's shape; its words are next to it. */
export function Mark({ of }: { of: keyof typeof SHAPES }) {
  return (
    <svg className={styles.mark} viewBox="0 0 12 12" data-mark={of} aria-hidden="true">
      <path d={SHAPES[of]} />
    </svg>
  );
}
