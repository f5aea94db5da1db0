import Close from "@mui/icons-material/Close";
import ExpandMore from "@mui/icons-material/ExpandMore";
import { useId, useState } from "react";
import { useFeaturesByName } from "@/api/catalogue";
import { baseName } from "@/api/feature-names";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { countOf } from "@/lib/text/format";
import { Button } from "@/lib/ui/button";
import { removeActive } from "./apply-filters";
import { CopyLink } from "./copy-link";
import styles from "./filter-summary.module.css";
import { filterWords } from "./state/filter-words";
import type { Filter } from "./state/filters";
import { asideDiscarded, selectActive, selectAside, selectIsApplying } from "./state/filters-slice";

/** As many are listed as there come; those beyond this wait behind a button that counts them. */
const MOST = 6;

/** The filters the page's figures stand on, each with a way out. */
export function ActiveFiltersPanel() {
  const [isOpen, setOpen] = useState(true);
  const id = useId();
  return (
    <section className={styles.panel} aria-label="Active Filters">
      <div className={styles.panelHead}>
        <button
          type="button"
          className={styles.panelToggle}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          Active Filters
          <ExpandMore />
        </button>
        <CopyLink />
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
      <ul>
        {active.slice(0, showsAll ? active.length : MOST).map((filter) => (
          <Entry
            key={filter.feature}
            filter={filter}
            action="Remove filter"
            disabled={isApplying}
            onRemove={() => void dispatch(removeActive(filter.feature))}
          />
        ))}
      </ul>
      {more > 0 && (
        <Button look="quiet" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? "Fewer filters" : countOf(more, "more filter")}
        </Button>
      )}
      {aside.length > 0 && <Aside filters={aside} />}
    </div>
  );
}

/** Filters this catalogue has no use for; they come back by themselves once it has. */
function Aside({ filters }: { filters: readonly Filter[] }) {
  const dispatch = useAppDispatch();
  return (
    <>
      <p className={styles.none}>Kept aside, not available here:</p>
      <ul aria-label="Kept aside">
        {filters.map((filter) => (
          <Entry
            key={filter.feature}
            filter={filter}
            action="Discard filter"
            onRemove={() => dispatch(asideDiscarded(filter.feature))}
          />
        ))}
      </ul>
    </>
  );
}

interface EntryProps {
  filter: Filter;
  action: string;
  disabled?: boolean;
  onRemove: () => void;
}

function Entry({ filter, action, disabled = false, onRemove }: EntryProps) {
  const features = useFeaturesByName();
  const sentence = filterWords(filter, features.get(baseName(filter.feature)));
  return (
    <li className={styles.entry}>
      <span>{sentence}</span>
      <Button look="bare" aria-label={`${action}: ${sentence}`} disabled={disabled} onClick={onRemove}>
        <Close fontSize="inherit" />
      </Button>
    </li>
  );
}
