import type { Filter } from "@/features/filters/state/filters";
import { selectActive } from "@/features/filters/state/filters-slice";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { Button } from "@/lib/ui/button";
import styles from "./settings.module.css";
import { SettingsSection } from "./settings-section";
import { defaultFiltersSet, selectDefaultFilters } from "./state/preferences-slice";

/** The filters a visit starts with. */
export function DefaultFilterSettings({ describe }: { describe: (filter: Filter) => string }) {
  const dispatch = useAppDispatch();
  const filters = useAppSelector(selectDefaultFilters);
  const active = useAppSelector(selectActive);
  return (
    <SettingsSection title="Default filters">
      <p>A visit starts with these where neither a link nor filters of the last 24 hours say otherwise.</p>
      {filters.length === 0 ? (
        <p className={styles.none}>No default filters</p>
      ) : (
        <ul className={styles.filters} aria-label="Default filters">
          {filters.map((filter) => (
            <li key={filter.feature}>{describe(filter)}</li>
          ))}
        </ul>
      )}
      <div className={styles.ways}>
        <Button disabled={active.length === 0} onClick={() => dispatch(defaultFiltersSet(active))}>
          Use the active filters
        </Button>
        <Button look="quiet" disabled={filters.length === 0} onClick={() => dispatch(defaultFiltersSet([]))}>
          Clear default filters
        </Button>
      </div>
    </SettingsSection>
  );
}
