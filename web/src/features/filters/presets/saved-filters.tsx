import { Suspense } from "react";
import { lazyWithRetry } from "@/lib/ui/lazy-with-retry";
import { PopoverButton } from "@/lib/ui/overlays/popover-button";
import styles from "./saved-filters.module.css";

const PresetMenu = lazyWithRetry(() => import("./preset-menu"));
const HistoryMenu = lazyWithRetry(() => import("./history-menu"));

/** The sidebar's two ways back to filters of another day: named presets, and the latest applied sets. */
export function SavedFilters() {
  return (
    <div className={styles.row}>
      <PopoverButton look="quiet" title="Presets" label="Presets" content={menu(PresetMenu)} />
      <PopoverButton look="quiet" title="History" label="History" content={menu(HistoryMenu)} />
    </div>
  );
}

function menu(Menu: typeof PresetMenu | typeof HistoryMenu) {
  return (close: () => void) => (
    <Suspense fallback={<div className={styles.menu} />}>
      <Menu close={close} />
    </Suspense>
  );
}
