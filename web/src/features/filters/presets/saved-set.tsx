import type { ReactNode } from "react";
import { useFeaturesByName } from "@/api/catalogue";
import { baseName } from "@/api/feature-names";
import { filterWords } from "../state/filter-words";
import type { Filter } from "../state/filters";
import styles from "./saved-filters.module.css";

interface Props {
  title: ReactNode;
  filters: readonly Filter[];
  /** What can be done with the set. */
  children: ReactNode;
}

/** A saved set of filters: what it is called, its filters as sentences, its actions. */
export function SavedSet({ title, filters, children }: Props) {
  const features = useFeaturesByName();
  return (
    <li className={styles.set}>
      <strong>{title}</strong>
      <ul className={styles.sentences}>
        {filters.map((filter) => (
          <li key={filter.feature}>{filterWords(filter, features.get(baseName(filter.feature)))}</li>
        ))}
      </ul>
      <div className={styles.actions}>{children}</div>
    </li>
  );
}
