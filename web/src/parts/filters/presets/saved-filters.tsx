import { lazyPart } from "@/kit/lazy-with-retry";
import { PopoverButton } from "@/kit/overlays/popover-button";
import styles from "./saved-filters.module.css";

const SavedMenu = lazyPart(() => import("./saved-menu"), <div className={styles.menu} />);

/** Two ways back to filters of another day: named presets, and the latest applied sets. */
export default function SavedFilters() {
  return (
    <div className={styles.row}>
      {(["Presets", "History"] as const).map((name) => (
        <PopoverButton
          key={name}
          look="quiet"
          title={name}
          label={name}
          content={(close) => <SavedMenu name={name} close={close} />}
        />
      ))}
    </div>
  );
}
