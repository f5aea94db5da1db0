import { NavLink, useLocation } from "react-router";
import { CategoryList } from "@/features/dashboard/category-list";
import { OpenFirstOption } from "@/features/dashboard/open-first-option";
import { ActiveFiltersPanel } from "@/features/filters/active-filters-panel";
import { FilterSummary } from "@/features/filters/filter-summary";
import { SavedFilters } from "@/features/filters/presets/saved-filters";
import { PreviousDayOption } from "@/features/filters/previous-day-option";
import { layoutProfiles } from "@/features/profiles/layout-profiles";
import { ProfileControls } from "@/features/profiles/profile-controls";
import { useAppSelector } from "@/lib/state/hooks";
import { lazyPart } from "@/lib/ui/lazy-with-retry";
import { PageFooter } from "./page-footer";
import styles from "./shell.module.css";

const ChartProfiles = lazyPart(() => import("./chart-profiles"));

const LINKS = [
  ["/next", "Next session"],
  ["/dashboard", "Dashboard"],
  ["/excursion", "Target before stop"],
  ["/compare", "Compare"],
  ["/curve", "Curve"],
  ["/path", "Typical path"],
  ["/days", "Gallery of days"],
  ["/alike", "Days like this one"],
  ["/quiz", "Quiz"],
  ["/questions", "Questions"],
  ["/claims", "Claims"],
  ["/methods", "Statistical Methods"],
] as const;

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
      {LINKS.map(([path, name]) => (
        <NavLink
          key={path}
          to={path === "/alike" && day !== null ? `${path}?date=${day}` : path}
          className={styles.link ?? ""}
        >
          {name}
        </NavLink>
      ))}
    </nav>
  );
}
