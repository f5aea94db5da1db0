import Drawer from "@mui/material/Drawer";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { DialogHead } from "./dialog";
import styles from "./side-panel.module.css";

interface Props<Name extends string> {
  title: string;
  /** What each tab is called. */
  tabs: Readonly<Record<Name, string>>;
  chosen: Name;
  onChoose: (name: Name) => void;
  onClose: () => void;
  /** What the chosen tab shows. */
  children: ReactNode;
}

/** A panel of tabs that leaves the page at work: it takes the focus, closes by Escape and gives the focus back. */
export function SidePanel<Name extends string>({ title, tabs, chosen, children, ...on }: Props<Name>) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    panel.current?.focus();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    on.onClose();
  };
  const named = { role: "dialog", "aria-label": title, tabIndex: -1, className: styles.panel };
  return (
    <Drawer
      open
      variant="persistent"
      anchor="right"
      slotProps={{ paper: { ...named, ref: panel, onKeyDown } }}
    >
      <DialogHead id={id} title={title} closeLabel={`Close ${title}`} onClose={on.onClose} />
      <Tabs
        aria-label={title}
        selectionFollowsFocus
        value={chosen}
        onChange={(_, name: Name) => on.onChoose(name)}
      >
        {Object.entries<string>(tabs).map(([name, label]) => (
          <Tab key={name} id={`${id}-${name}`} aria-controls={`${id}-panel`} value={name} label={label} />
        ))}
      </Tabs>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`} className={styles.tab}>
        {children}
      </div>
    </Drawer>
  );
}
