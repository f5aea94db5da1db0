import { lazy, type ReactNode, Suspense, useId } from "react";
import { Button } from "./button";
import { ICONS, Icon } from "./icons";
import styles from "./sheet.module.css";
import { shellElement } from "./shell-element";

const Drawer = lazy(() => import("@mui/material/Drawer"));

interface Props {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog at the page's right edge, with room for a table. */
export function Sheet({ title, onClose, children }: Props) {
  const id = useId();
  return (
    <Suspense fallback={null}>
      <Drawer
        open
        anchor="right"
        container={shellElement}
        onClose={onClose}
        transitionDuration={120}
        slotProps={{
          paper: { className: styles.paper, role: "dialog", "aria-modal": true, "aria-labelledby": id },
        }}
      >
        <header className={styles.head}>
          <h2 id={id}>{title}</h2>
          <Button look="bare" aria-label="Close" onClick={onClose}>
            <Icon path={ICONS.close} size={14} />
          </Button>
        </header>
        <div className={styles.body}>{children}</div>
      </Drawer>
    </Suspense>
  );
}
