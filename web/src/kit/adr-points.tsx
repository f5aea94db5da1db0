import { useSummary } from "@/api/catalogue";
import type { Feature } from "@/api/generated";
import { asRead } from "@/lib/text/format";
import styles from "./adr-points.module.css";

type Named = Pick<Feature, "displayName" | "metadata">;

/** Whether a feature's values are in percent of ADR10. */
export function isOfAdr({ displayName, metadata }: Named): boolean {
  return metadata.unit === "%" && displayName.includes("ADR10");
}

interface Props {
  /** Percentages of ADR10; 10% where none is known. */
  percents?: readonly unknown[];
  /** What they are: "median ". */
  of?: string;
}

/** What percentages of ADR10 were in points on the last session; nothing where that has no ADR10. */
export function AdrPoints({ percents = [], of = "" }: Props) {
  const adr10 = useSummary().data?.adr10_pts;
  if (!adr10) return null;
  const known = percents.filter((percent) => typeof percent === "number");
  return <p className={styles.points}>{of + pointsWords(known.length > 0 ? known : [10], adr10)}</p>;
}

/** "10% = 8.2 points on the last session"; of the two in the card's fields above, "16.4 to 32.8 points ..." */
export function pointsWords(percents: readonly number[], adr10: number): string {
  const points = percents.map((percent) => pointsText((percent * adr10) / 100)).join(" to ");
  const what = percents.length > 1 ? "" : `${percents[0]}% = `;
  return asRead(`${what}${points} points on the last session`);
}

/** One decimal, or the two leading digits of what is less than a point. */
function pointsText(points: number): string {
  return Math.abs(points) < 1 ? String(Number(points.toPrecision(2))) : points.toFixed(1);
}
