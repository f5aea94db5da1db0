import { useId, useState } from "react";
import { useFeaturesByName } from "@/api/catalogue";
import { baseName, DATE_RANGE } from "@/lib/filters";
import { selectActive, selectIsApplying } from "@/lib/state/filters-slice";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { Button } from "@/lib/ui/button";
import { ICONS, Icon } from "@/lib/ui/icons";
import { removeActive } from "./apply-filters";
import { CopyLink } from "./copy-link";
import styles from "./filter-summary.module.css";
import { describeFilter } from "./input-kind";

/** The filters the page's figures stand on, each with a way out; as high with none as with many. */
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
          <Icon path={ICONS.chevron} />
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
  const isApplying = useAppSelector(selectIsApplying);
  const features = useFeaturesByName();
  if (active.length === 0) {
    return (
      <p id={id} className={`${styles.list} ${styles.none}`}>
        No active filters
      </p>
    );
  }
  return (
    <ul id={id} className={styles.list}>
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
