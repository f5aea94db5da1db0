import { useCatalogue } from "@/api/catalogue";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { formatMoment } from "@/lib/text/format";
import { Button } from "@/lib/ui/button";
import { type AppliedSet, selectHistory } from "../state/filters-slice";
import { loadSet } from "./presets";
import styles from "./saved-filters.module.css";
import { SavedSet } from "./saved-set";

/** The latest applied sets, newest first. */
export default function HistoryMenu({ close }: { close: () => void }) {
  const history = useAppSelector(selectHistory);
  return (
    <div className={styles.menu}>
      {history.length === 0 && <p className={styles.none}>No applied filters yet</p>}
      <ul>
        {history.map((set) => (
          <Entry key={set.appliedAt} set={set} close={close} />
        ))}
      </ul>
    </div>
  );
}

function Entry({ set, close }: { set: AppliedSet; close: () => void }) {
  const dispatch = useAppDispatch();
  const catalogue = useCatalogue().data;
  const moment = formatMoment(set.appliedAt);
  const load = () => {
    if (catalogue) dispatch(loadSet(set, catalogue));
    close();
  };
  return (
    <SavedSet title={moment} filters={set.filters}>
      <Button aria-label={`Load the filters of ${moment}`} disabled={!catalogue} onClick={load}>
        Load
      </Button>
    </SavedSet>
  );
}
