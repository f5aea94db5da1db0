import { useId, useState } from "react";
import { useFeaturesByName } from "@/api/catalogue";
import { baseName, DATE_RANGE } from "@/lib/filters";
import { selectActive, selectIsApplying } from "@/lib/state/filters-slice";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { Button } from "@/lib/ui/button";
import { ICONS, Icon } from "@/lib/ui/icons";
import { removeActive } from "./apply-filters";
import styles from "./filter-summary.module.css";
import { describeFilter } from "./input-kind";

/** The filters the page's figures stand on, each with a way out. */
export function ActiveFiltersPanel() {
  const active = useAppSelector(selectActive);
  const [isOpen, setOpen] = useState(true);
  const id = useId();
  if (active.length === 0) return null;
  return (
    <section className={styles.panel} aria-label="Active Filters">
      <button
        type="button"
        className={styles.panelHead}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        Active Filters
        <Icon path={ICONS.chevron} />
      </button>
      {isOpen && <ActiveList id={id} />}
    </section>
  );
}

function ActiveList({ id }: { id: string }) {
  const dispatch = useAppDispatch();
  const active = useAppSelector(selectActive);
  const isApplying = useAppSelector(selectIsApplying);
  const features = useFeaturesByName();
  return (
    <ul id={id}>
      {active.map((filter) => {
        const dates = filter.feature === DATE_RANGE ? { ...filter, feature: "Date range" } : filter;
        const sentence = describeFilter(dates, features.get(baseName(filter.feature)));
        return (
          <li key={filter.feature} className={styles.entry}>
            <span>{sentence}</span>
            <Button
              look="bare"
              aria-label={`Remove filter: ${sentence}`}
              disabled={isApplying}
              onClick={() => void dispatch(removeActive(filter.feature))}
            >
              <Icon path={ICONS.close} size={14} />
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
