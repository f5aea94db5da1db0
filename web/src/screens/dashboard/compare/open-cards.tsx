import { useFeaturesByName } from "@/api/catalogue";
import type { CompareAnswer } from "@/api/generated";
import { useAppSelector } from "@/lib/state/hooks";
import styles from "./compare.module.css";
import { ComparedRow } from "./compared-row";

/** The dashboard's open cards on both sides, in their order; those of numbers have no share to compare. */
export function OpenCards({ data: { features, both_days } }: { data: CompareAnswer }) {
  const byName = useFeaturesByName();
  const open = useAppSelector(({ ui }) => ui.activeProbabilityFeatures).flatMap((name) => {
    const feature = byName.get(name);
    return feature ? [{ feature, compared: features[name] }] : [];
  });
  if (open.length === 0) return null;
  const rows = open.flatMap(({ feature, compared }) => (compared ? [{ feature, compared }] : []));
  const numbers = open.filter(({ compared }) => !compared).map(({ feature }) => feature.displayName);
  return (
    <section aria-labelledby="open-cards">
      <h2 id="open-cards">Open cards</h2>
      {rows.length > 0 && (
        <ul className={styles.rows}>
          {rows.map((row) => (
            <ComparedRow key={row.feature.name} {...row} isOverlapping={both_days > 0} showsLabels />
          ))}
        </ul>
      )}
      {numbers.length > 0 && (
        <p className={styles.note}>
          {`Numbers are compared on their cards, one question at a time: ${numbers.join(", ")}.`}
        </p>
      )}
    </section>
  );
}
