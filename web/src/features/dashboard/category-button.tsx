import DragIndicator from "@mui/icons-material/DragIndicator";
import type { ReactNode } from "react";
import type { CategoryAnswer } from "@/api/generated";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { categoryToggled, selectSelectedCategories } from "@/lib/state/ui-slice";
import type { CategoryWithFeatures } from "./categories";
import styles from "./category-list.module.css";

export const GRIP = <DragIndicator fontSize="inherit" />;

export function CategoryButton({ category, features, grip }: CategoryWithFeatures & { grip: ReactNode }) {
  const dispatch = useAppDispatch();
  const isSelected = useAppSelector(selectSelectedCategories).includes(category.id);
  return (
    <>
      {grip}
      <button
        type="button"
        className={styles.choice}
        aria-pressed={isSelected}
        title={category.description}
        onClick={() => dispatch(categoryToggled(category.id))}
      >
        <span className={styles.dot} style={{ background: category.color }} aria-hidden="true" />
        <span className={styles.name}>{category.display_name}</span>{" "}
        <Availability category={category} isAvailable={features.length > 0} />
      </button>
    </>
  );
}

function Availability({ category, isAvailable }: { category: CategoryAnswer; isAvailable: boolean }) {
  if (!isAvailable) return <span className={styles.tag}>Not available</span>;
  return (
    <span className={styles.tag}>{`${category.visible_features}/${category.total_features} features`}</span>
  );
}
