import { type ComponentProps, memo, type ReactNode } from "react";
import type { Feature } from "@/api/generated";
import { Button } from "@/kit/button";
import { useAppDispatch } from "@/lib/state/hooks";
import { categoriesShown } from "@/lib/state/ui-slice";
import { countOf, formatCount } from "@/lib/text/format";
import { useCardMatches } from "@/parts/find/card-matches";
import type { CategoryWithFeatures } from "./categories";
import styles from "./dashboard.module.css";

/** How many of these features match; null where nothing is narrowed. */
function useMatchCount(features: readonly Feature[]): number | null {
  const matches = useCardMatches();
  return matches && features.filter(({ name }) => matches.has(name)).length;
}

interface CellProps {
  feature: Feature;
  renderCard: (feature: Feature) => ReactNode;
}

/** A place of the grid. One whose card does not match is hidden, and stays as it is; one that moves is not rendered. */
export const Cell = memo(function Cell({ feature, renderCard }: CellProps) {
  const matches = useCardMatches();
  return (
    <div className={styles.cell} hidden={matches !== null && !matches.has(feature.name)}>
      {renderCard(feature)}
    </div>
  );
});

/** Keeps a row of the grid as its pattern has it, as long as all cards are shown. */
export function Spacer() {
  return <div className={styles.spacer} hidden={useCardMatches() !== null} aria-hidden="true" />;
}

/** A category's section; without a match it folds away. */
export function Section({ features, ...props }: ComponentProps<"section"> & { features: Feature[] }) {
  return <section {...props} hidden={useMatchCount(features) === 0} />;
}

/** "(14 features)", or how many of them match. */
export function FeatureCount({ features }: { features: Feature[] }) {
  const count = useMatchCount(features);
  const all = countOf(features.length, "feature");
  return <span className={styles.count}>({count === null ? all : `${formatCount(count)} of ${all}`})</span>;
}

interface Places {
  shown: CategoryWithFeatures[];
  /** Those with cards that were not chosen in the sidebar. */
  others: CategoryWithFeatures[];
}

const cards = (categories: CategoryWithFeatures[]) => categories.flatMap(({ features }) => features);

/** Replaces the cards while none matches. */
export function NoMatch({ shown }: Pick<Places, "shown">) {
  if (useMatchCount(cards(shown)) !== 0 || shown.length === 0) return null;
  return <p className={styles.empty}>No card on the page matches. Clear the text to see all.</p>;
}

/** How many cards match, and how many more would in categories that are not on the page. */
export function MatchWords({ shown, others }: Places) {
  const dispatch = useAppDispatch();
  const matches = useCardMatches();
  const matching = (features: Feature[]) => features.filter(({ name }) => matches?.has(name)).length;
  const more = others.filter(({ features }) => matching(features) > 0);
  const onPage = cards(shown);
  return (
    <>
      <p role="status" className={styles.matches}>
        {matches && `${formatCount(matching(onPage))} of ${countOf(onPage.length, "card")} match`}
      </p>
      {more.length > 0 && (
        <Button
          look="quiet"
          onClick={() => dispatch(categoriesShown(more.map(({ category }) => category.id)))}
        >
          Show {formatCount(matching(cards(more)))} more in other categories
        </Button>
      )}
    </>
  );
}
