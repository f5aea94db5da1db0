import { useFeaturesByName } from "@/api/catalogue";
import type { NumberPart } from "@/api/generated";
import type { KnownKind, NamedModule } from "./kinds";
import styles from "./probability.module.css";

/** An event that splits what a number means, and whether days of both kinds are counted together. */
export interface Split {
  /** The event's feature. */
  by: string;
  mixesMatched: boolean;
  mixesOthers: boolean;
}

/** Kinds that count all days together, and would mix both kinds of day. */
export const TOGETHER: readonly (KnownKind | null)[] = ["percentage_distribution", "threshold_analysis"];

export function splitOf(parts: readonly NumberPart[] | null | undefined): Split | null {
  const [first] = parts ?? [];
  if (!parts || !first) return null;
  return {
    by: first.split_by,
    mixesMatched: parts.every(({ matched }) => matched.n > 0),
    mixesOthers: parts.every(({ others }) => (others?.n ?? 0) > 0),
  };
}

/** What splits the number of these modules, if something does. */
export function splitIn(modules: readonly NamedModule[]): Split | null {
  const data = modules.map(({ module }) => module.data).find((each) => each && "parts" in each);
  return data && "parts" in data ? splitOf(data.parts) : null;
}

/** Says which filter shows what would be mixed here. */
export function SplitNote({ split: { by } }: { split: Split }) {
  const name = useFeaturesByName().get(by)?.displayName ?? by;
  return (
    <p className={styles.note}>
      Ranges and thresholds would mix both kinds of day. Filter by {name} to see one.
    </p>
  );
}
