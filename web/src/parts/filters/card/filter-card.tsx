import BarChart from "@mui/icons-material/BarChart";
import Close from "@mui/icons-material/Close";
import InfoOutlined from "@mui/icons-material/InfoOutlined";
import WarningAmber from "@mui/icons-material/WarningAmber";
import type { ReactNode } from "react";
import { useWantedFocus } from "@/address/use-wanted-focus";
import { laggedName, lagOf } from "@/api/feature-names";
import type { Feature } from "@/api/generated";
import { selectTier } from "@/api/session/session-slice";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { probabilityToggled, selectIsProbabilityOn } from "@/lib/state/ui-slice";
import { countOf } from "@/lib/text/format";
import { clearFilter } from "@/question/apply-filters";
import { type Filter, type FilterStatus, idOf, stateWords } from "@/question/filters";
import { HINDSIGHT } from "../words";
import { Closer } from "./closer";
import styles from "./filter-card.module.css";
import { type Draft, useFilterDraft } from "./filter-draft";
import { FilterInputs } from "./filter-inputs";
import { PinButton } from "./pin-button";

interface Props {
  feature: Feature;
  /** What is shown below the inputs while the card's probability is on. */
  children?: ReactNode;
}

export function FilterCard({ feature, children }: Props) {
  const draft = useFilterDraft(feature, feature.name);
  const place = useWantedFocus<HTMLElement>(feature.name);
  const asksPreviousDay = useAppSelector(({ ui }) => ui.showPreviousDayFilters);
  const tier = useAppSelector(selectTier);
  const isOpen = useAppSelector((state) => selectIsProbabilityOn(state, feature.name));
  const showsTwin = asksPreviousDay && tier !== "lite" && feature.has_prev_twin;
  return (
    <article
      ref={place}
      className={`${styles.card} ${styles.row}`}
      aria-label={feature.displayName}
      data-feature={feature.name}
      data-open={isOpen}
    >
      <header className={styles.head}>
        <StatusDot status={draft.status} />
        <h3 className={styles.name}>{feature.displayName}</h3>
        <About feature={feature} />
      </header>
      <FilterInputs
        feature={feature}
        draft={draft}
        label={feature.displayName}
        offersByBar={feature.by_bar_safe}
      />
      <Notes feature={feature} draft={draft} />
      <div className={styles.actions}>
        <ClearButton draft={draft} label={feature.displayName} />
        <PinButton feature={feature} />
        <ProbabilityToggle feature={feature} isOn={isOpen} />
      </div>
      {showsTwin && <PreviousDay feature={feature} />}
      {children}
    </article>
  );
}

const STATUS_WORDS = {
  none: undefined,
  pending: "Pending filter",
  active: "Active filter",
  modified: "Modified filter",
};

/** The state of a card's filter; each state has its own shape, colour and words. */
export function StatusDot({ status }: { status: FilterStatus }) {
  const words = STATUS_WORDS[status];
  const named = words && { role: "img", "aria-label": words, "data-hint": words, "data-hint-delay": "200" };
  return <span className={styles.dot} data-status={status} aria-hidden={!words} {...named} />;
}

export function About({ feature }: { feature: Feature }) {
  const example = feature.example === "" ? [] : [`Example: ${feature.example}`]; // an own one may have none
  return (
    <button
      type="button"
      className={`${styles.small} ${styles.about}`}
      data-hint={[feature.plain, `Known ${feature.known_words}.`, ...example].join("\n")}
      data-hint-exact={feature.metadata.tooltip}
      data-hint-delay="200"
      aria-label={`About ${feature.displayName}`}
    >
      <InfoOutlined fontSize="inherit" />
    </button>
  );
}

function ProbabilityToggle({ feature, isOn }: { feature: Feature; isOn: boolean }) {
  const dispatch = useAppDispatch();
  return (
    <button
      type="button"
      className={`${styles.small} ${styles.toggle}`}
      aria-label="Toggle probability analysis"
      data-hint="Toggle probability analysis"
      aria-pressed={isOn}
      onClick={() => dispatch(probabilityToggled(feature.name))}
    >
      <BarChart fontSize="inherit" />P
    </button>
  );
}

interface ClearProps {
  draft: { filter: Filter; status: FilterStatus };
  label: string;
}

export function ClearButton({ draft, label }: ClearProps) {
  const dispatch = useAppDispatch();
  const action = draft.status === "active" ? "Remove filter" : "Discard change";
  return (
    <button
      type="button"
      className={`${styles.small} ${styles.clear}`}
      data-unused={draft.status === "none"}
      aria-label={`${action}: ${label}`}
      data-hint={action}
      onClick={() => dispatch(clearFilter(idOf(draft.filter)))}
    >
      <Close fontSize="inherit" />
    </button>
  );
}

const LONGEST_LACK = "Incomplete: choose at least one value";

interface NotesProps {
  feature: Feature;
  draft: Pick<Draft, "filter" | "status"> & Partial<Draft>;
  /** The filter's sentence is next to it and says all of it. */
  isWorded?: boolean;
}

/**
 * What a person should know about the current filter: what it lacks, or that it looks ahead. The room for the
 * longest that can be said is always kept.
 */
export function Notes({ feature, draft, isWorded = false }: NotesProps) {
  const { filter, status } = draft;
  const isHindsight = feature.known_at === "eod" && lagOf(filter.feature) === 0;
  const words = status === "none" ? null : stateWords(filter);
  return (
    <div className={styles.notes} data-room={isHindsight ? HINDSIGHT : LONGEST_LACK}>
      {words && (
        <p>
          {words} {draft.edit && <Closer feature={feature} filter={filter} edit={draft.edit} />}
        </p>
      )}
      {filter.first_in !== undefined && !words && !isWorded && (
        <p>First time in {countOf(filter.first_in, "day")}</p>
      )}
      {isHindsight && status !== "none" && !words && (
        <p>
          <WarningAmber fontSize="inherit" /> {HINDSIGHT}
        </p>
      )}
    </div>
  );
}

function PreviousDay({ feature }: { feature: Feature }) {
  const draft = useFilterDraft(feature, laggedName(feature.name, 1));
  const label = `${feature.displayName} previous day`;
  return (
    <section
      className={`${styles.previous} ${styles.row}`}
      aria-label={`Previous Day Filter: ${feature.displayName}`}
    >
      <header className={styles.head}>
        <StatusDot status={draft.status} />
        <h4 className={styles.twin}>Previous Day Filter</h4>
      </header>
      <FilterInputs feature={feature} draft={draft} label={label} offersByBar={false} />
      <Notes feature={feature} draft={draft} />
      <div className={styles.actions}>
        <ClearButton draft={draft} label={label} />
      </div>
    </section>
  );
}
