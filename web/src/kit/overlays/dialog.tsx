import Close from "@mui/icons-material/Close";
import { type ReactNode, useId } from "react";
import { Button } from "../button";
import { lazyPart } from "../lazy-with-retry";
import styles from "./dialog.module.css";
import { shellElement } from "./shell-element";

const MuiDialog = lazyPart(() => import("@mui/material/Dialog"));
const Drawer = lazyPart(() => import("@mui/material/Drawer"));

interface Props {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog over the page: Escape closes the topmost, and the focus returns to what opened it. */
export function Dialog({ title, onClose, children }: Props) {
  const id = useId();
  const paper = { className: styles.dialog };
  return (
    <MuiDialog open container={shellElement} aria-labelledby={id} onClose={onClose} slotProps={{ paper }}>
      <DialogHead id={id} title={title} onClose={onClose} />
      <div className={styles.body}>{children}</div>
    </MuiDialog>
  );
}

/** A dialog at the page's right edge, with room for a table. */
export function Sheet({ title, onClose, children }: Props) {
  const id = useId();
  const paper = { className: styles.sheet, role: "dialog", "aria-modal": true, "aria-labelledby": id };
  return (
    <Drawer open anchor="right" container={shellElement} onClose={onClose} slotProps={{ paper }}>
      <DialogHead id={id} title={title} onClose={onClose} />
      <div className={styles.body}>{children}</div>
    </Drawer>
  );
}

interface HeadProps extends Omit<Props, "children"> {
  /** Names the dialog to assistive technology. */
  id: string;
  closeLabel?: string;
}

/** Title and Close of whatever opens over the page. */
export function DialogHead({ id, title, closeLabel = "Close", onClose }: HeadProps) {
  return (
    <header className={styles.head}>
      <h2 id={id}>{title}</h2>
      <Button look="bare" aria-label={closeLabel} onClick={onClose}>
        <Close fontSize="inherit" />
      </Button>
    </header>
  );
}
