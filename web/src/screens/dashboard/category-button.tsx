import DragIndicator from "@mui/icons-material/DragIndicator";
import ListItemButton from "@mui/material/ListItemButton";
import type { ReactNode } from "react";
import type { useOneStop } from "@/kit/use-one-stop";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { categoryToggled } from "@/lib/state/ui-slice";
import type { CategoryWithFeatures } from "./categories";
import styles from "./category-list.module.css";

export const GRIP = <DragIndicator fontSize="inherit" />;

interface Props extends CategoryWithFeatures {
  grip: ReactNode;
  /** Its part of the list's one tab stop. */
  stop: ReturnType<typeof useOneStop>["stop"];
}

export function CategoryButton({ category, features, grip, stop }: Props) {
  const dispatch = useAppDispatch();
  const isSelected = useAppSelector(({ ui }) => ui.selectedCategories).includes(category.id);
  const available = `${category.visible_features}/${category.total_features} features`;
  return (
    <>
      {grip}
      <ListItemButton
        component="button"
        {...stop(category.id)}
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
