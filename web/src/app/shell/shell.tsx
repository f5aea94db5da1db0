import Close from "@mui/icons-material/Close";
import { type ReactNode, useEffect, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { requestQueue } from "@/api/base-query";
import { Button } from "@/kit/button";
import { lazyPart } from "@/kit/lazy-with-retry";
import { Hints } from "@/kit/overlays/hints";
import { SHELL_ID, shellElement } from "@/kit/overlays/shell-element";
import { useNarrow } from "@/kit/use-narrow";
import { usePhone } from "@/kit/use-phone";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { drawerSet } from "@/lib/state/ui-slice";
import { SealBand } from "@/parts/ledger/seal-band";
import { shownAt } from "@/screens/screens";
import { LiveAddress } from "../live-address";
import { DataMarks, DevelopmentBanner, FreshnessNote, SignInsNote } from "../messages/notes";
import { ViewRoom } from "../places/view-bar";
import { AnswerPlace } from "./answer-place";
import { Header } from "./header";
import { Modals } from "./modals";
import { PageTitle } from "./page-title";
import styles from "./shell.module.css";
import { Sidebar } from "./sidebar";
import { TabBar } from "./tab-bar";

const API = new URL("/api", location.origin);

const ShortcutKeys = lazyPart(() => import("../shortcuts/shortcut-keys"));
const SharedLine = lazyPart(() => import("@/screens/entry/share/shared-line"));
const Drawer = lazyPart(() => import("@mui/material/Drawer"));

export function Shell({ children }: { children: ReactNode }) {
  const isPhone = usePhone();
  return (
    <div id={SHELL_ID} className={styles.shell}>
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      <DevelopmentBanner api={API} />
      <Header />
      <div className={styles.body}>
        <SidebarPlace />
        <div className={styles.side}>
          <main className={styles.main}>
            <SignInsNote />
            <DataMarks />
            <SharedPlace />
            <SealBand />
            <PageTitle />
            <AnswerPlace />
            <div id="content" className={styles.content} tabIndex={-1}>
              {children}
            </div>
          </main>
          {isPhone && <TabBar />}
          <QueueBox />
        </div>
      </div>
      <FreshnessNote />
      <Hints />
      <Modals />
      <LiveAddress />
      <ShortcutKeys />
    </div>
  );
}

/** The shell as it stands before anything of it is known: sidebar, header with the title, and what is said meanwhile. */
export function ShellFrame({ children }: { children: ReactNode }) {
  const isNarrow = useNarrow();
  const isOpen = useAppSelector(({ ui }) => ui.sidebarOpen);
  const { screen, view } = shownAt(useLocation());
  return (
    <div className={styles.shell}>
      <header className={styles.header}>
        <span className={styles.title}>Session Almanac</span>
      </header>
      <div className={styles.body}>
        {screen?.hasSidebar && isOpen && !isNarrow && <div className={styles.sidebar} />}
        <div className={styles.side}>
          {view?.question && <div className={styles.answerRoom} />}
          {screen && screen.views.length > 1 && <ViewRoom />}
          <div className={styles.content}>{children}</div>
        </div>
      </div>
    </div>
  );
}

/** What a short link's view has to say, where the address came of one. */
function SharedPlace() {
  const { state } = useLocation();
  return state?.shared ? <SharedLine {...state.shared} /> : null;
}

/** Shown only while calls are under way or waiting; too short a call never makes it appear. */
function QueueBox() {
  const { active, waiting } = useSyncExternalStore(requestQueue.subscribe, requestQueue.status);
  if (active + waiting === 0) return null;
  return (
    <div className={styles.queue} aria-hidden="true">
      {active} active, {waiting} waiting
    </div>
  );
}

/** On the screens that it acts on: beside the page where there is room, over it as a drawer where there is not. */
function SidebarPlace() {
  const isNarrow = useNarrow();
  const { screen } = shownAt(useLocation());
  const isOpen = useAppSelector(({ ui }) => ui.sidebarOpen);
  if (!screen?.hasSidebar) return null;
  if (isNarrow) return <NarrowSidebar />;
  return isOpen ? (
    <aside className={styles.sidebar} aria-label="Sidebar">
      <Sidebar />
    </aside>
  ) : null;
}

function NarrowSidebar() {
  const dispatch = useAppDispatch();
  const isOpen = useAppSelector(({ ui }) => ui.drawerOpen);
  const { pathname } = useLocation();
  const close = () => dispatch(drawerSet(false));
  // biome-ignore lint/correctness/useExhaustiveDependencies: arriving on another screen closes the drawer
  useEffect(() => void dispatch(drawerSet(false)), [dispatch, pathname]);
  if (!isOpen) return null;
  return (
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
  );
}
