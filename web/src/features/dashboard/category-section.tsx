import { type CSSProperties, type ReactNode, useEffect, useId, useRef } from "react";
import { baseName } from "@/api/feature-names";
import type { CategoryAnswer, Feature } from "@/api/generated";
import { type Filter, isComplete } from "@/features/filters/state/filters";
import { selectActive, selectPending } from "@/features/filters/state/filters-slice";
import { useWantedFocus } from "@/features/find/state/use-wanted-focus";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { categoryExpansionToggled, selectIsExpanded } from "@/lib/state/ui-slice";
import { ICONS, Icon } from "@/lib/ui/icons";
import { placesOf } from "./categories";
import styles from "./dashboard.module.css";
import { Cell, FeatureCount, Section, Spacer } from "./narrowing";

/** By now the cards have been drawn with their first answers, and their sizes are known. */
const SETTLED_MS = 3000;

interface Props {
  category: CategoryAnswer;
  features: Feature[];
  renderCard: (feature: Feature) => ReactNode;
}

export function CategorySection({ category, features, renderCard }: Props) {
  const dispatch = useAppDispatch();
  const isOpen = useAppSelector((state) => selectIsExpanded(state, category.id));
  const id = useId();
  const grid = useSettledMark(isOpen);
  const head = useWantedFocus<HTMLButtonElement>(category.id);
  return (
    <Section
      features={features}
      className={styles.category}
      style={{ "--category": category.color } as CSSProperties}
      aria-labelledby={`${id}-name`}
    >
      <h3 className={styles.categoryHead}>
        <button
          ref={head}
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => dispatch(categoryExpansionToggled(category.id))}
        >
          <span className={styles.categoryDot} aria-hidden="true" />
          <span id={`${id}-name`}>{category.display_name}</span>
          <FeatureCount features={features} />
          <Icon path={ICONS.chevron} />
        </button>
        <Badges features={features} />
      </h3>
      {isOpen && (
        <div id={id} ref={grid} className={styles.grid}>
          {placesOf(features.length, category.ui_layout).map((card, place) => {
            const feature = card === null ? undefined : features[card];
            return feature ? (
              <Cell key={feature.name} name={feature.name}>
                {renderCard(feature)}
              </Cell>
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: a spacer is nothing but its place
              <Spacer key={`spacer-${place}`} />
            );
          })}
        </div>
      )}
    </Section>
  );
}

/**
 * Marks the cards out of sight as settled, past React: they need not be rendered again for it. One in sight stays as it
 * is: the browser would count it as moved.
 */
function useSettledMark(isOpen: boolean) {
  const grid = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const timer = setTimeout(() => {
      for (const cell of grid.current?.children ?? [])
        if (isOutOfSight(cell)) cell.setAttribute("data-settled", "true");
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [isOpen]);
  return grid;
}

function isOutOfSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom < 0 || top > window.innerHeight;
}

function Badges({ features }: { features: Feature[] }) {
  const names = new Set(features.map((feature) => feature.name));
  const isHere = (filter: Filter) => names.has(baseName(filter.feature));
  const pending = useAppSelector(
    (state) => selectPending(state).filter((filter) => isHere(filter) && isComplete(filter)).length,
  );
  const active = useAppSelector((state) => selectActive(state).filter(isHere).length);
  return (
    <>
      {pending > 0 && <span className={styles.pendingBadge}>{pending} pending</span>}
      {active > 0 && <span className={styles.activeBadge}>{active} active</span>}
    </>
  );
}
