import { NavLink, useLocation } from "react-router";
import { lazyPart } from "@/kit/lazy-with-retry";
import { useAppSelector } from "@/lib/state/hooks";
import { ActiveFiltersPanel } from "@/parts/filters/active-filters-panel";
import { FilterSummary } from "@/parts/filters/filter-summary";
import { SavedFilters } from "@/parts/filters/presets/saved-filters";
import { PreviousDayOption } from "@/parts/filters/previous-day-option";
import { layoutProfiles } from "@/parts/profiles/layout-profiles";
import { ProfileControls } from "@/parts/profiles/profile-controls";
import { CategoryList } from "@/screens/dashboard/category-list";
import { OpenFirstOption } from "@/screens/dashboard/open-first-option";
import { SCREENS } from "@/screens/screens";
import { PageFooter } from "./page-footer";
import styles from "./shell.module.css";

const ChartProfiles = lazyPart(() => import("./chart-profiles"));

const LINKS = SCREENS.filter(({ sidebar }) => sidebar !== undefined).sort(
  (a, b) => (a.sidebar ?? 0) - (b.sidebar ?? 0),
);

export function Sidebar() {
  const isChart = useLocation().pathname === "/chart";
  return (
    <div className={styles.bar}>
      <Navigation />
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
      <PageFooter />
    </div>
  );
}

/** The screens; from a chart to the days like the one it shows. */
function Navigation() {
  const day = useAppSelector(({ chart }) => chart.shownDate);
  return (
    <nav className={styles.nav} aria-label="Navigation">
      {LINKS.map(({ path, title }) => (
        <NavLink
          key={path}
          to={path === "/alike" && day !== null ? `${path}?date=${day}` : path}
          className={styles.link ?? ""}
        >
          {title}
        </NavLink>
      ))}
    </nav>
  );
}
