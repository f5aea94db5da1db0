import { NavLink, useLocation } from "react-router";
import { CategoryList } from "@/features/dashboard/category-list";
import { OpenFirstOption } from "@/features/dashboard/open-first-option";
import { ActiveFiltersPanel } from "@/features/filters/active-filters-panel";
import { FilterSummary } from "@/features/filters/filter-summary";
import { SavedFilters } from "@/features/filters/presets/saved-filters";
import { PreviousDayOption } from "@/features/filters/previous-day-option";
import { layoutProfiles } from "@/features/profiles/layout-profiles";
import { ProfileControls } from "@/features/profiles/profile-controls";
import { lazyPart } from "@/lib/ui/lazy-with-retry";
import styles from "./shell.module.css";

const ChartProfiles = lazyPart(() => import("./chart-profiles"));

export function Sidebar() {
  const isChart = useLocation().pathname === "/chart";
  return (
    <div className={styles.bar}>
      <nav className={styles.nav} aria-label="Navigation">
        <NavLink to="/dashboard" className={styles.link ?? ""}>
          Dashboard
        </NavLink>
        <NavLink to="/excursion" className={styles.link ?? ""}>
          Target before stop
        </NavLink>
        <NavLink to="/compare" className={styles.link ?? ""}>
          Compare
        </NavLink>
        <NavLink to="/curve" className={styles.link ?? ""}>
          Curve
        </NavLink>
        <NavLink to="/path" className={styles.link ?? ""}>
          Typical path
        </NavLink>
        <NavLink to="/days" className={styles.link ?? ""}>
          Gallery of days
        </NavLink>
        <NavLink to="/alike" className={styles.link ?? ""}>
          Days like this one
        </NavLink>
        <NavLink to="/quiz" className={styles.link ?? ""}>
          Quiz
        </NavLink>
        <NavLink to="/methods" className={styles.link ?? ""}>
          Statistical Methods
        </NavLink>
      </nav>
      <FilterSummary />
      <ActiveFiltersPanel />
      <SavedFilters />
      {isChart ? <ChartProfiles /> : <ProfileControls type={layoutProfiles} />}
      {!isChart && <PreviousDayOption />}
      {!isChart && (
        <section aria-labelledby="feature-categories">
          <div className={styles.heading}>
            <h2 id="feature-categories">Feature Categories</h2>
            <OpenFirstOption />
          </div>
          <CategoryList />
        </section>
      )}
    </div>
  );
}
