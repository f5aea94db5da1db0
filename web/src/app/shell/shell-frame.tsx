import type { ReactNode } from "react";
import { useAppSelector } from "@/lib/state/hooks";
import { selectSidebarOpen } from "@/lib/state/ui-slice";
import { useNarrow } from "@/lib/ui/use-narrow";
import styles from "./shell.module.css";

/** The shell as it stands before anything of it is known: sidebar, header with the title, and what is said meanwhile. */
export function ShellFrame({ children }: { children: ReactNode }) {
  const isNarrow = useNarrow();
  const isOpen = useAppSelector(selectSidebarOpen);
  return (
    <div className={styles.shell}>
      {isOpen && !isNarrow && <div className={styles.sidebar} />}
      <div className={styles.side}>
        <header className={styles.header}>
          <span className={styles.title}>Session Almanac</span>
        </header>
        <div className={styles.content}>{children}</div>
      </div>
    </div>
  );
}
