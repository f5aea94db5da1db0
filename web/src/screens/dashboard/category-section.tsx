import ExpandMore from "@mui/icons-material/ExpandMore";
import { type CSSProperties, type ReactNode, useId } from "react";
import { useWantedFocus } from "@/address/use-wanted-focus";
import { baseName } from "@/api/feature-names";
import type { CategoryAnswer, Feature } from "@/api/generated";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { categoryExpansionToggled, selectIsExpanded } from "@/lib/state/ui-slice";
import { type Filter, featuresIn, isComplete } from "@/question/filters";
import { selectActive, selectPending } from "@/question/filters-slice";
import { CardGrid } from "./card-grid";
import styles from "./dashboard.module.css";
import { FeatureCount, Section } from "./narrowing";

interface Props {
  category: CategoryAnswer;
  features: Feature[];
  renderCard: (feature: Feature) => ReactNode;
}

export function CategorySection({ category, features, renderCard }: Props) {
  const dispatch = useAppDispatch();
  const isOpen = useAppSelector((state) => selectIsExpanded(state, category.id));
  const id = useId();
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
          <ExpandMore />
        </button>
        <Badges features={features} />
      </h3>
      {isOpen && <CardGrid {...{ id, features, renderCard }} layout={category.ui_layout} />}
    </Section>
  );
}

function Badges({ features }: { features: Feature[] }) {
  const names = new Set(features.map((feature) => feature.name));
  const isHere = (filter: Filter) => featuresIn(filter).some((name) => names.has(baseName(name)));
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
