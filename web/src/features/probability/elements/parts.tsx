import type { ReactNode } from "react";
import { countOf, formatCount, formatPercent } from "@/lib/text/format";
import { formatLimits, formatTest } from "../figures/format";
import { type Proportion, SMALL } from "../figures/wilson";
import styles from "../probability.module.css";

/** Figures that stand in a line and wrap: a quiet word, then the number. */
export function Figures({ children }: { children: ReactNode }) {
  return <dl className={styles.figures}>{children}</dl>;
}

export function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.figure}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A share with what it stands on: of how many, and its interval; quiet where they are few. */
export function ShareFigure({ name, share }: { name: string; share: Proportion | null }) {
  return (
    <div className={`${styles.figure} ${styles.share}`} data-small={share !== null && share.n < SMALL}>
      <dt>{name}</dt>
      <dd>{shareLead(share)}</dd>
      {share && (
        <dd className={styles.basis}>
          {share.n < SMALL ? formatPercent(share.percentage) : `of ${formatCount(share.n)}`} (
          {formatLimits(share.interval)})
        </dd>
      )}
    </div>
  );
}

/** "50.00%"; of few "4 of 8". */
export function shareLead(share: Pick<Proportion, "days" | "n" | "percentage"> | null): string {
  if (share === null || share.n >= SMALL) return formatPercent(share?.percentage);
  return `${formatCount(share.days)} of ${formatCount(share.n)}`;
}

/** A test against the other days, alone and adjusted for all the features asked about; nothing where there is none. */
export function Tests({ p, q }: { p: number | null | undefined; q: number | null | undefined }) {
  if (typeof p !== "number") return null;
  return (
    <Figures>
      <Figure name="p">{formatTest(p)}</Figure>
      {typeof q === "number" && <Figure name="q (Holm)">{formatTest(q)}</Figure>}
    </Figures>
  );
}

/** What a card can do without at a glance; `about` tells a screen reader which details these are. */
export function More({ about, children }: { about: string; children: ReactNode }) {
  return (
    <details className={styles.more}>
      <summary>
        More<span className="visually-hidden"> on {about}</span>
      </summary>
      <div className={styles.moreBody}>{children}</div>
    </details>
  );
}

/** The denominator at the left, the key to what is neutral at the right. */
export function Caption({ children, othersAs }: { children: ReactNode; othersAs?: "tick" | "line" | null }) {
  return (
    <p className={styles.caption}>
      <span>{children}</span>
      {othersAs && <span>{othersAs === "tick" ? "dotted tick: others" : "dotted: others"}</span>}
    </p>
  );
}

export function Empty({ children }: { children: string }) {
  return <p className={styles.empty}>{children}</p>;
}

/** The amber line under a rate of few days. */
export function SmallSample({ days, noun = "day" }: { days: number; noun?: string }) {
  return (
    <p className={styles.caution}>Small sample: {countOf(days, noun)}. Read as an anecdote, not a rate.</p>
  );
}
