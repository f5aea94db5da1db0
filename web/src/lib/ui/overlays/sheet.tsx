import { type ReactNode, useId } from "react";
import { lazyPart } from "../lazy-with-retry";
import { DialogHead } from "./dialog-head";
import styles from "./sheet.module.css";
import { shellElement } from "./shell-element";

const Drawer = lazyPart(() => import("@mui/material/Drawer"));

interface Props {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog at the page's right edge, with room for a table. */
export function Sheet({ title, onClose, children }: Props) {
  const id = useId();
  return (
    <Drawer
      open
      anchor="right"
      container={shellElement}
      onClose={onClose}
      slotProps={{
        paper: { className: styles.paper, role: "dialog", "aria-modal": true, "aria-labelledby": id },
      }}
    >
      <DialogHead id={id} title={title} onClose={onClose} />
      <div className={styles.body}>{children}</div>
    </Drawer>
  );
}
