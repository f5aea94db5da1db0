import { lazyPart } from "@/kit/lazy-with-retry";
import type { EditorProps } from "./editor-panel";
import styles from "./filter-editor.module.css";

/**
 * The content of a popover that edits one filter in place: a condition, which may become a group, or a group. What it
 * writes is pending, as on the cards.
 */
export const FilterEditor = lazyPart<EditorProps>(
  () => import("./editor-panel"),
  <div className={styles.editor} />,
);
