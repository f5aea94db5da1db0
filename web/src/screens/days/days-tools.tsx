import { useParameters } from "@/address/parameters";
import { Button } from "@/kit/button";
import { lazyPart } from "@/kit/lazy-with-retry";
import styles from "./days-place.module.css";
import { ExportPanel } from "./export/export-panel";
import { LeftOut } from "./left-out";
import { DAYS } from "./parameters";

const ListsSheet = lazyPart(() => import("@/parts/lists/lists-sheet"));

/** What is beside the days of the question: days that are not counted, lists of days, files. */
export default function DaysTools() {
  const [{ lists }, change] = useParameters(DAYS);
  return (
    <div className={styles.tools} role="toolbar" aria-label="Tools of Days">
      <LeftOut />
      <Button look="quiet" aria-haspopup="dialog" onClick={() => change({ lists: "open" })}>
        Lists of days
      </Button>
      <ExportPanel />
      {lists && <ListsSheet onClose={() => change({ lists: null })} />}
    </div>
  );
}
