import type { ReactNode } from "react";
import type { Feature } from "@/api/generated";
import styles from "../probability.module.css";
import { SideDays } from "./day-links";

/** The denominator at the left, the key to the baseline's line at the right. */
export function BaselineCaption({ children, isDrawn }: { children: ReactNode; isDrawn: boolean }) {
  return (
    <p className={styles.caption}>
      <span>{children}</span>
      {isDrawn && <span>dotted: baseline</span>}
    </p>
  );
}

/** The same figures on all days of the date range, among the details. */
export function BaselineDetails({ children }: { children: ReactNode }) {
  return (
    <div>
      <p className={styles.subheading}>Baseline</p>
      {children}
    </div>
  );
}

interface Sided<T> {
  below?: T | null;
  baseline?: T | null;
}

interface Props<T> {
  feature: Feature;
  data: T;
  /** All days of the date range, where they are others than the matched. */
  baseline: T | null;
  children: (side: T, baseline: T | null, name: string | null) => ReactNode;
}

/** What the sides of a signed count are called where they are not those of a line. */
const SIDE_NAMES: Readonly<Record<string, readonly [string, string]>> = { bull_day_streak: ["Bull", "Bear"] };

/** A feature's own side, or both sides of a two-sided one, each under its heading. */
export function Sides<T extends Sided<T>>({ feature, data, baseline, children }: Props<T>) {
  if (!data.below) return children(data, baseline, null);
  const [above, below] = SIDE_NAMES[feature.name] ?? ["Above", "Below"];
  return [
    { name: above, is: "above" as const, side: data, beside: baseline },
    { name: below, is: "below" as const, side: data.below, beside: baseline?.below ?? null },
  ].map(({ name, is, side, beside }) => (
    <SideDays key={name} side={is}>
      <h5 className={styles.subheading}>{name}</h5>
      {children(side, beside, name)}
    </SideDays>
  ));
}

/** "streaks, above" where a card holds both sides, "streaks" where there is one. */
export function aboutSide(what: string, name: string | null): string {
  return name === null ? what : `${what}, ${name.toLowerCase()}`;
}
