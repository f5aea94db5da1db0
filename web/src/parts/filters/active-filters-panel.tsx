import Close from "@mui/icons-material/Close";
import Edit from "@mui/icons-material/EditOutlined";
import ExpandMore from "@mui/icons-material/ExpandMore";
import { useId, useState } from "react";
import { shallowEqual } from "react-redux";
import { useFeaturesByName } from "@/api/catalogue";
import { lagOf } from "@/api/feature-names";
import { Button } from "@/kit/button";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { countOf } from "@/lib/text/format";
import { removeActive } from "@/question/apply-filters";
import { filterWords } from "@/question/filter-words";
import { type Filter, idOf, isGroup, isOfLists } from "@/question/filters";
import {
  asideDiscarded,
  pendingRemoved,
  selectActive,
  selectAside,
  selectPending,
} from "@/question/filters-slice";
import { type Edited, EditorPopover, editedBelow } from "./editor/editor-popover";
import styles from "./filter-summary.module.css";
import { ON_NO_CARD } from "./words";

/** As many are listed as there come; those beyond this wait behind a button that counts them. */
const MOST = 6;

/** The applied filters of the page's figures, each with a button to remove it. */
export function ActiveFiltersPanel() {
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
      </div>
      {isOpen && <ActiveList id={id} />}
    </section>
  );
}

function ActiveList({ id }: { id: string }) {
  const dispatch = useAppDispatch();
  const [edited, setEdited] = useState<Edited | null>(null);
  const active = useAppSelector(selectActive);
  const aside = useAppSelector(selectAside);
  const offCards = useAppSelector((state) => selectPending(state).filter(isToCome), shallowEqual);
  const [showsAll, setShowsAll] = useState(false);
  const more = active.length - MOST;
  return (
    <div id={id}>
      {active.length === 0 && <p className={styles.none}>No active filters</p>}
      <Entries
        filters={active.slice(0, showsAll ? active.length : MOST)}
        action="Remove filter"
        onEdit={setEdited}
        onRemove={(id) => void dispatch(removeActive(id))}
      />
      {more > 0 && (
        <Button look="quiet" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? "Fewer filters" : countOf(more, "more filter")}
        </Button>
      )}
      {offCards.length > 0 && (
        <>
          <p className={styles.none}>{ON_NO_CARD}:</p>
          <Entries
            aria-label={ON_NO_CARD}
            filters={offCards}
            action="Discard filter"
            onEdit={setEdited}
            onRemove={(id) => dispatch(pendingRemoved(id))}
          />
        </>
      )}
      {aside.length > 0 && (
        <>
          <p className={styles.none}>Kept aside, not available here:</p>
          <Entries
            aria-label="Kept aside"
            filters={aside}
            action="Discard filter"
            onRemove={(id) => dispatch(asideDiscarded(id))}
          />
        </>
      )}
      {edited && <EditorPopover edited={edited} onClose={() => setEdited(null)} />}
    </div>
  );
}

/** Cards show conditions on the day itself and the day before. */
const isOnNoCard = (filter: Filter) => isGroup(filter) || isOfLists(filter) || lagOf(filter.feature) > 1;
const isToCome = (filter: Filter) => isOnNoCard(filter) && !filter.removed;

interface EntriesProps {
  "aria-label"?: string;
  filters: readonly Filter[];
  action: string;
  /** Where given, what no card shows can be edited. */
  onEdit?: (edited: Edited) => void;
  onRemove: (id: string) => void;
}

function Entries({ filters, action, onEdit, onRemove, ...list }: EntriesProps) {
  const features = useFeaturesByName();
  return (
    <ul {...list}>
      {filters.map((filter) => {
        const sentence = filterWords(filter, features);
        return (
          <li key={idOf(filter)} className={styles.entry}>
            <span>{sentence}</span>
            {onEdit && isOnNoCard(filter) && (
              <Button
                look="bare"
                aria-label={`Edit filter: ${sentence}`}
                aria-haspopup="dialog"
                onClick={({ currentTarget }) => onEdit(editedBelow(currentTarget, filter))}
              >
                <Edit fontSize="inherit" />
              </Button>
            )}
            <Button look="bare" aria-label={`${action}: ${sentence}`} onClick={() => onRemove(idOf(filter))}>
              <Close fontSize="inherit" />
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
