import { type ReactNode, useMemo, useState } from "react";
import { useCatalogue, useSummary } from "@/api/catalogue";
import type { Feature } from "@/api/generated";
import { errorText } from "@/api/request-error";
import { Failed } from "@/kit/failed";
import { Screen } from "@/kit/screen";
import { useAppSelector } from "@/lib/state/hooks";
import { useOrderedCategories } from "./categories";
import { CategorySection } from "./category-section";
import styles from "./dashboard.module.css";
import { Different } from "./different";
import { Figures } from "./figures";
import { Loading } from "./loading";
import { MatchWords, NoMatch } from "./narrowing";
import { ViewToggle } from "./view-toggle";
import { NO_CATEGORIES } from "./words";

interface Props {
  renderCard: (feature: Feature) => ReactNode;
  /** What can be done with the days. */
  actions: ReactNode;
  /** What is beside the figures. */
  aside: ReactNode;
  /** The field that narrows the cards. */
  cardFilter: ReactNode;
  /** What replaces all features while Focus is chosen. */
  focus: ReactNode;
  /** What all features begin with where nothing is set and no card is open, until `done` says that it was used. */
  start: (done: () => void) => ReactNode;
  /** Fetches the part of the page that Focus is in. */
  fetchFocus: () => void;
}

export function DashboardPage({ renderCard, actions, aside, cardFilter, focus, start, fetchFocus }: Props) {
  const view = useAppSelector(({ ui }) => ui.view);
  const catalogue = useCatalogue();
  const summary = useSummary();
  const error = errorText(catalogue.error) ?? errorText(summary.error);
  const isThere = catalogue.data && summary.data;
  const retry = () => Promise.all([catalogue.refetch(), summary.refetch()]);
  return (
    <Screen
      title="Analyze trading day patterns and context when specific conditions occur."
      head={
        <div className={styles.actions}>
          {actions}
          <ViewToggle fetchAhead={fetchFocus} />
        </div>
      }
      className={styles.page}
    >
      {isThere && view === "focus" && focus}
      {catalogue.data && summary.data && view === "all" && (
        <>
          <Figures aside={aside} />
          <Different />
          <Controls {...{ renderCard, cardFilter, start }} />
        </>
      )}
      {!isThere && error && (
        <Failed onRetry={retry}>
          <h2>Error loading data</h2>
          <p>{error}</p>
        </Failed>
      )}
      {!isThere && !error && <Loading />}
    </Screen>
  );
}

/** It comes where nothing is open or set, and does not leave under the hand of who sets a filter or opens a card. */
function Start({ children }: { children: Props["start"] }) {
  const isEmpty = useAppSelector(
    ({ ui, filters }) => ui.activeProbabilityFeatures.length + filters.active.length === 0,
  );
  const [isShown, setShown] = useState(isEmpty);
  if (isEmpty && !isShown) setShown(true);
  return isShown && <div className={styles.start}>{children(() => setShown(false))}</div>;
}

function Controls({ renderCard, cardFilter, start }: Pick<Props, "renderCard" | "cardFilter" | "start">) {
  const selected = useAppSelector(({ ui }) => ui.selectedCategories);
  const isCompact = useAppSelector(({ preferences }) => preferences.compactCards);
  const ordered = useOrderedCategories();
  const { shown, others } = useMemo(() => {
    const filled = ordered.filter(({ features }) => features.length > 0);
    return {
      shown: filled.filter(({ category }) => selected.includes(category.id)),
      others: filled.filter(({ category }) => !selected.includes(category.id)),
    };
  }, [ordered, selected]);
  return (
    <section aria-labelledby="filter-controls" className={styles.controls} data-compact={isCompact}>
      <div className={styles.controlsHead}>
        <h2 id="filter-controls" className={styles.controlsTitle}>
          Filter Controls
        </h2>
        <div className={styles.narrowing}>
          {cardFilter}
          <MatchWords shown={shown} others={others} />
        </div>
      </div>
      <Start>{start}</Start>
      {shown.length === 0 && <p className={styles.empty}>{NO_CATEGORIES}</p>}
      <NoMatch shown={shown} />
      {shown.map(({ category, features }) => (
        <CategorySection key={category.id} {...{ category, features, renderCard }} />
      ))}
    </section>
  );
}
