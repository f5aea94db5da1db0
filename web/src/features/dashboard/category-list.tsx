import { Suspense } from "react";
import { lazyWithRetry } from "@/lib/ui/lazy-with-retry";
import { type CategoryWithFeatures, useOrderedCategories } from "./categories";
import { CategoryButton, GRIP } from "./category-button";
import styles from "./category-list.module.css";

const SortableCategories = lazyWithRetry(() => import("./sortable-categories"));

/** The sidebar's categories: a click selects, a drag (or the keyboard on the grip) reorders. */
export function CategoryList() {
  const ordered = useOrderedCategories();
  if (ordered.length === 0) return <div className={styles.skeleton} aria-hidden="true" />;
  return (
    <Suspense fallback={<StaticCategories ordered={ordered} />}>
      <SortableCategories ordered={ordered} />
    </Suspense>
  );
}

function StaticCategories({ ordered }: { ordered: CategoryWithFeatures[] }) {
  return (
    <ul className={styles.list}>
      {ordered.map((entry) => (
        <li key={entry.category.id} className={styles.row}>
          <CategoryButton {...entry} grip={<span className={styles.grip}>{GRIP}</span>} />
        </li>
      ))}
    </ul>
  );
}
