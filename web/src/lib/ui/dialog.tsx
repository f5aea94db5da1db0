import { lazy, type ReactNode, Suspense, useId } from "react";
import { Button } from "./button";
import styles from "./dialog.module.css";
import { ICONS, Icon } from "./icons";
import { shellElement } from "./shell-element";

const MuiDialog = lazy(() => import("@mui/material/Dialog"));

interface Props {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog over the page: Escape closes the topmost, and the focus returns to what opened it. */
export function Dialog({ title, onClose, children }: Props) {
  const id = useId();
  return (
    <Suspense fallback={null}>
      <MuiDialog
        open
        container={shellElement}
        aria-labelledby={id}
        onClose={onClose}
        transitionDuration={120}
        slotProps={{ paper: { className: styles.paper } }}
      >
        <header className={styles.head}>
          <h2 id={id}>{title}</h2>
          <Button look="bare" aria-label="Close" onClick={onClose}>
            <Icon path={ICONS.close} size={14} />
          </Button>
        </header>
        <div className={styles.body}>{children}</div>
      </MuiDialog>
    </Suspense>
  );
}
