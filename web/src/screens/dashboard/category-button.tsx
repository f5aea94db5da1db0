import DragIndicator from "@mui/icons-material/DragIndicator";
import ListItemButton from "@mui/material/ListItemButton";
import type { ReactNode } from "react";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { categoryToggled } from "@/lib/state/ui-slice";
import type { CategoryWithFeatures } from "./categories";
import styles from "./category-list.module.css";

export const GRIP = <DragIndicator fontSize="inherit" />;

export function CategoryButton({ category, features, grip }: CategoryWithFeatures & { grip: ReactNode }) {
  const dispatch = useAppDispatch();
  const isSelected = useAppSelector(({ ui }) => ui.selectedCategories).includes(category.id);
  const available = `${category.visible_features}/${category.total_features} features`;
  return (
    <>
      {grip}
      <ListItemButton
        component="button"
        className={styles.choice}
        aria-pressed={isSelected}
        title={category.description}
        onClick={() => dispatch(categoryToggled(category.id))}
      >
        <span className={styles.dot} style={{ background: category.color }} aria-hidden="true" />
        <span className={styles.name}>{category.display_name}</span>{" "}
        <span className={styles.tag}>{features.length > 0 ? available : "Not available"}</span>
      </ListItemButton>
    </>
  );
}
