import Close from "@mui/icons-material/Close";
import { type ReactNode, Suspense, useEffect } from "react";
import { useLocation } from "react-router";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { drawerSet, selectDrawerOpen, selectSidebarOpen } from "@/lib/state/ui-slice";
import { Button } from "@/lib/ui/button";
import { lazyWithRetry } from "@/lib/ui/lazy-with-retry";
import { Hints } from "@/lib/ui/overlays/hints";
import { SHELL_ID, shellElement } from "@/lib/ui/overlays/shell-element";
import { useNarrow } from "@/lib/ui/use-narrow";
import { LiveAddress } from "../live-address";
import { DevelopmentBanner } from "../messages/development-banner";
import { FreshnessNote } from "../messages/freshness-note";
import { DataMarks } from "./data-marks";
import { Header } from "./header";
import { Modals } from "./modals";
import { QueueBox } from "./queue-box";
import styles from "./shell.module.css";
import { Sidebar } from "./sidebar";
import { SignInsNote } from "./sign-ins-note";

const API = new URL("/api", location.origin);

const ShortcutKeys = lazyWithRetry(() => import("../shortcuts/shortcut-keys"));
const Drawer = lazyWithRetry(() => import("@mui/material/Drawer"));

export function Shell({ children }: { children: ReactNode }) {
  return (
    <div id={SHELL_ID} className={styles.shell}>
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      <SidebarPlace />
      <div className={styles.side}>
        <DevelopmentBanner api={API} />
        <Header />
        <SignInsNote />
        <DataMarks />
        <main id="content" className={styles.content} tabIndex={-1}>
          {children}
        </main>
        <QueueBox />
      </div>
      <FreshnessNote />
      <Hints />
      <Modals />
      <LiveAddress />
      <Suspense fallback={null}>
        <ShortcutKeys />
      </Suspense>
    </div>
  );
}

/** Beside the page where there is room, over it as a drawer where there is not. */
function SidebarPlace() {
  const isNarrow = useNarrow();
  const isOpen = useAppSelector(selectSidebarOpen);
  if (isNarrow) return <NarrowSidebar />;
  return isOpen ? (
    <aside className={styles.sidebar} aria-label="Sidebar">
      <Sidebar />
    </aside>
  ) : null;
}

function NarrowSidebar() {
  const dispatch = useAppDispatch();
  const isOpen = useAppSelector(selectDrawerOpen);
  const { pathname } = useLocation();
  const close = () => dispatch(drawerSet(false));
  // biome-ignore lint/correctness/useExhaustiveDependencies: arriving on another screen closes the drawer
  useEffect(() => void dispatch(drawerSet(false)), [dispatch, pathname]);
  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      <Drawer
        open
        container={shellElement}
        onClose={close}
        slotProps={{ paper: { className: styles.drawer, "aria-label": "Sidebar" } }}
      >
        <div className={styles.drawerHead}>
          <span className={styles.title}>Session Almanac</span>
          <Button look="icon" aria-label="Close sidebar" onClick={close}>
            <Close />
          </Button>
        </div>
        <Sidebar />
      </Drawer>
    </Suspense>
  );
}
