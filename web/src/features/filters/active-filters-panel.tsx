import Close from "@mui/icons-material/Close";
import ExpandMore from "@mui/icons-material/ExpandMore";
import { useId, useState } from "react";
import { useFeaturesByName } from "@/api/catalogue";
import { baseName } from "@/api/feature-names";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { countOf } from "@/lib/text/format";
import { Button } from "@/lib/ui/button";
import { removeActive } from "./apply-filters";
import styles from "./filter-summary.module.css";
import { filterWords } from "./state/filter-words";
import type { Filter } from "./state/filters";
import { asideDiscarded, selectActive, selectAside, selectIsApplying } from "./state/filters-slice";
import { copyLink } from "./state/link";

/** As many are listed as there come; those beyond this wait behind a button that counts them. */
const MOST = 6;

/** The filters the page's figures stand on, each with a way out. */
export function ActiveFiltersPanel() {
  const dispatch = useAppDispatch();
  const [isOpen, setOpen] = useState(true);
  const id = useId();
  return (
    <section className={styles.panel} aria-label="Active Filters">
      <div className={styles.panelHead}>
        <Button
          look="bare"
          className={styles.panelToggle ?? ""}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          Active Filters
          <ExpandMore />
        </Button>
        <Button
          look="bare"
          data-hint="Copy an address that shows this view"
          onClick={() => void dispatch(copyLink())}
        >
          Copy link
        </Button>
      </div>
      {isOpen && <ActiveList id={id} />}
    </section>
  );
}

function ActiveList({ id }: { id: string }) {
  const dispatch = useAppDispatch();
  const active = useAppSelector(selectActive);
  const aside = useAppSelector(selectAside);
  const isApplying = useAppSelector(selectIsApplying);
  const [showsAll, setShowsAll] = useState(false);
  const more = active.length - MOST;
  return (
    <div id={id}>
      {active.length === 0 && <p className={styles.none}>No active filters</p>}
      <Entries
        filters={active.slice(0, showsAll ? active.length : MOST)}
        action="Remove filter"
        disabled={isApplying}
        onRemove={(feature) => void dispatch(removeActive(feature))}
      />
      {more > 0 && (
        <Button look="quiet" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? "Fewer filters" : countOf(more, "more filter")}
        </Button>
      )}
      {aside.length > 0 && (
        <>
          <p className={styles.none}>Kept aside, not available here:</p>
          <Entries
            aria-label="Kept aside"
            filters={aside}
            action="Discard filter"
            onRemove={(feature) => dispatch(asideDiscarded(feature))}
          />
        </>
      )}
    </div>
  );
}

interface EntriesProps {
  "aria-label"?: string;
  filters: readonly Filter[];
  action: string;
  disabled?: boolean;
  onRemove: (feature: string) => void;
}

function Entries({ filters, action, disabled = false, onRemove, ...list }: EntriesProps) {
  const features = useFeaturesByName();
  return (
    <ul {...list}>
      {filters.map((filter) => {
        const sentence = filterWords(filter, features.get(baseName(filter.feature)));
        return (
          <li key={filter.feature} className={styles.entry}>
            <span>{sentence}</span>
            <Button
              look="bare"
              aria-label={`${action}: ${sentence}`}
              disabled={disabled}
              onClick={() => onRemove(filter.feature)}
            >
              <Close fontSize="inherit" />
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
