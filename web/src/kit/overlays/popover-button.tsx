import { type ReactNode, useId, useRef, useState } from "react";
import { Button, type ButtonProps } from "../button";
import styles from "../fields/plain-fields.module.css";
import { lazyPart } from "../lazy-with-retry";
import { shellElement } from "./shell-element";

const Popover = lazyPart(() => import("./steady-popover"));

const FIELD = [styles.field, styles.select, styles.opener].join(" ");

interface Props extends Omit<ButtonProps, "children" | "content" | "ref"> {
  label: ReactNode;
  /** What opens; it may close itself. */
  content: (close: () => void) => ReactNode;
  /** Called when it is opened. */
  onOpen?: () => void;
  /** What the opened surface is called where its content is no list of links. */
  title?: string;
  /** Looks like a field; without MUI, for the card grid (docs/adr/0021). */
  asField?: boolean;
}

/** A button that opens a surface over the page; the surface's code is fetched when first opened. */
export function PopoverButton({ label, content, title, asField = false, onOpen, ...props }: Props) {
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const close = () => setOpen(false);
  const opener = {
    ref: anchor,
    "aria-haspopup": "dialog",
    "aria-expanded": isOpen,
    "aria-controls": isOpen ? id : undefined,
    onClick: () => {
      onOpen?.();
      setOpen(true);
    },
    children: label,
  } as const;
  return (
    <>
      {asField ? (
        <button type="button" aria-label={props["aria-label"]} className={FIELD} {...opener} />
      ) : (
        <Button {...props} {...opener} />
      )}
      {isOpen && (
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
      )}
    </>
  );
}
