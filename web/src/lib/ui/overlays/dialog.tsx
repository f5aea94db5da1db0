import { type ReactNode, useId } from "react";
import { lazyPart } from "../lazy-with-retry";
import styles from "./dialog.module.css";
import { DialogHead } from "./dialog-head";
import { shellElement } from "./shell-element";

const MuiDialog = lazyPart(() => import("@mui/material/Dialog"));

interface Props {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog over the page: Escape closes the topmost, and the focus returns to what opened it. */
export function Dialog({ title, onClose, children }: Props) {
  const id = useId();
  return (
    <MuiDialog
      open
      container={shellElement}
      aria-labelledby={id}
      onClose={onClose}
      slotProps={{ paper: { className: styles.paper } }}
    >
      <DialogHead id={id} title={title} onClose={onClose} />
      <div className={styles.body}>{children}</div>
    </MuiDialog>
  );
}
