import { useState } from "react";
import { useFeaturesByName } from "@/api/catalogue";
import type { CompareAnswer } from "@/api/generated";
import { Button } from "@/kit/button";
import styles from "./compare.module.css";
import { ComparedRow } from "./compared-row";

const FIRST = 20;

/** Every tested feature, those first that differ most surely; each leads to its card. */
export function Ranking({ data: { ranking, features, both_days } }: { data: CompareAnswer }) {
  const [showsAll, setShowsAll] = useState(false);
  const byName = useFeaturesByName();
  const rows = ranking.flatMap((name) => {
    const [feature, compared] = [byName.get(name), features[name]];
    return feature && compared ? [{ feature, compared }] : [];
  });
  if (rows.length === 0) return null;
  const shown = showsAll ? rows : rows.slice(0, FIRST);
  return (
    <section aria-labelledby="ranking">
      <h2 id="ranking">What differs most</h2>
      <ol className={styles.rows}>
        {shown.map((row) => (
          <ComparedRow key={row.feature.name} {...row} isOverlapping={both_days > 0} />
        ))}
      </ol>
      {rows.length > FIRST && !showsAll && (
        <Button onClick={() => setShowsAll(true)}>{`Show all ${rows.length}`}</Button>
      )}
    </section>
  );
}
