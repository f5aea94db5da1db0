import { type ReactNode, Suspense, useId, useRef, useState } from "react";
import { type ButtonProps, buttonClass } from "../button";
import styles from "../controls.module.css";
import { lazyWithRetry } from "../lazy-with-retry";
import { shellElement } from "./shell-element";

const Popover = lazyWithRetry(() => import("@mui/material/Popover"));

interface Props extends Omit<ButtonProps, "children" | "content" | "ref"> {
  label: ReactNode;
  /** What opens; it may close itself. */
  content: (close: () => void) => ReactNode;
  /** What the opened surface is called where its content is no list of links. */
  title?: string;
  asField?: boolean;
}

/** A button that opens a surface over the page; the surface's code is fetched when first opened. */
export function PopoverButton({ label, content, title, asField = false, look, className, ...props }: Props) {
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const close = () => setOpen(false);
  const fieldClass = [styles.field, styles.select, styles.opener].join(" ");
  return (
    <>
      <button
        type="button"
        {...props}
        ref={anchor}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        className={asField ? fieldClass : buttonClass(look, className)}
        onClick={() => setOpen(true)}
      >
        {label}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <Popover
            open
            anchorEl={anchor.current}
            container={shellElement}
            onClose={close}
            anchorOrigin={{ vertical: "bottom", horizontal: "left" }}
            slotProps={{ paper: { id, role: "dialog", "aria-label": title ?? props["aria-label"] } }}
          >
            {content(close)}
          </Popover>
        </Suspense>
      )}
    </>
  );
}
