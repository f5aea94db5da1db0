import Close from "@mui/icons-material/Close";
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { Button } from "../button";
import styles from "./side-panel.module.css";

interface Props {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A panel that slides over the right of the page and leaves the rest at work: no veil, no trapped focus. It takes
 * the focus when it opens, closes by Escape and gives the focus back.
 */
export function SidePanel({ title, onClose, children }: Props) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    panel.current?.focus();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  const watch = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    onClose();
  };
  return (
    <aside
      ref={panel}
      role="dialog"
      aria-label={title}
      tabIndex={-1}
      className={styles.panel}
      onKeyDown={watch}
    >
      <div className={styles.head}>
        <h2>{title}</h2>
        <Button look="icon" aria-label={`Close ${title}`} onClick={onClose}>
          <Close />
        </Button>
      </div>
      {children}
    </aside>
  );
}
