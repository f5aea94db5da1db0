import { NavLink, useLocation } from "react-router";
import { lazyPart } from "@/kit/lazy-with-retry";
import { ActiveFiltersPanel } from "@/parts/filters/active-filters-panel";
import { FilterSummary } from "@/parts/filters/filter-summary";
import { PreviousDayOption } from "@/parts/filters/previous-day-option";
import { layoutProfiles } from "@/parts/profiles/layout-profiles";
import { ProfileControls } from "@/parts/profiles/profile-controls";
import { CategoryList } from "@/screens/dashboard/category-list";
import styles from "./shell.module.css";

const ChartProfiles = lazyPart(() => import("./chart-profiles"));

/** The two links of the specification. */
const LINKS = [
  { path: "/dashboard", title: "Dashboard" },
  { path: "/methods", title: "Statistical Methods" },
];

export function Sidebar() {
  const isChart = useLocation().pathname === "/chart";
  return (
    <div className={styles.bar}>
      <Navigation />
      <FilterSummary />
      <ActiveFiltersPanel />
      {isChart ? <ChartProfiles /> : <ProfileControls type={layoutProfiles} />}
      {!isChart && <PreviousDayOption />}
      {!isChart && (
        <section aria-labelledby="feature-categories">
          <h2 id="feature-categories" className={styles.heading}>
            Feature Categories
          </h2>
          <CategoryList />
        </section>
      )}
    </div>
  );
}

function Navigation() {
  return (
    <nav className={styles.nav} aria-label="Navigation">
      {LINKS.map(({ path, title }) => (
        <NavLink key={path} to={path} className={styles.link ?? ""}>
          {title}
        </NavLink>
      ))}
    </nav>
  );
}
