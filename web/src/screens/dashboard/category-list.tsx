import { Suspense, startTransition, useEffect, useState } from "react";
import { lazyWithRetry } from "@/kit/lazy-with-retry";
import { useOneStop } from "@/kit/use-one-stop";
import { whenIdle } from "@/lib/browser/when-idle";
import { type CategoryWithFeatures, useOrderedCategories } from "./categories";
import { CategoryButton, GRIP } from "./category-button";
import styles from "./category-list.module.css";

/** A busy page can have its categories reordered too, this long after they came. */
const LATEST_MS = 2000;

const SortableCategories = lazyWithRetry(() => import("./sortable-categories"));

/** The sidebar's categories: a click selects; a drag (or the keyboard on the grip) reorders, once the page is quiet. */
export function CategoryList() {
  const ordered = useOrderedCategories();
  const isKnown = ordered.length > 0;
  const [isSortable, setSortable] = useState(false);
  useEffect(() => {
    if (!isKnown) return;
    // What is shown stays until the other is there.
    const sort = () => startTransition(() => setSortable(true));
    return whenIdle(sort, { timeout: LATEST_MS });
  }, [isKnown]);
  if (!isKnown) return <div className={styles.skeleton} aria-hidden="true" />;
  const still = <StaticCategories ordered={ordered} />;
  return (
    <Suspense fallback={still}>{isSortable ? <SortableCategories ordered={ordered} /> : still}</Suspense>
  );
}

function StaticCategories({ ordered }: { ordered: CategoryWithFeatures[] }) {
  const { container, stop } = useOneStop(ordered[0]?.category.id ?? "");
  return (
    <ul className={styles.list} {...container}>
      {ordered.map((entry) => (
        <li key={entry.category.id} className={styles.row}>
          <CategoryButton {...entry} stop={stop} grip={<span className={styles.grip}>{GRIP}</span>} />
        </li>
      ))}
    </ul>
  );
}
