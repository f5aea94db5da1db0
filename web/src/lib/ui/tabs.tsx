import Tab from "@mui/material/Tab";
import MuiTabs from "@mui/material/Tabs";
import { type ReactNode, useId } from "react";
import styles from "./tabs.module.css";

interface Props<Name extends string> {
  label: string;
  /** What each tab is called. */
  tabs: Readonly<Record<Name, string>>;
  chosen: Name;
  onChoose: (name: Name) => void;
  /** What the chosen tab shows. */
  children: ReactNode;
}

/** Tabs over what the chosen one shows; the arrow keys go from one to the next. */
export function Tabs<Name extends string>({ label, tabs, chosen, onChoose, children }: Props<Name>) {
  const id = useId();
  return (
    <>
      <MuiTabs
        className={styles.list}
        aria-label={label}
        selectionFollowsFocus
        value={chosen}
        onChange={(_, name: Name) => onChoose(name)}
      >
        {Object.entries<string>(tabs).map(([name, title]) => (
          <Tab key={name} id={`${id}-${name}`} aria-controls={`${id}-panel`} value={name} label={title} />
        ))}
      </MuiTabs>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`} className={styles.panel}>
        {children}
      </div>
    </>
  );
}
