import { Link } from "react-router";
import { useFeaturesByName } from "@/api/catalogue";
import { filterWords } from "@/features/filters/state/filter-words";
import { selectActive } from "@/features/filters/state/filters-slice";
import { useAppSelector } from "@/lib/state/hooks";

/** The active filters in words, and the way to change them. */
export function AskedFilters({ className }: { className: string | undefined }) {
  const active = useAppSelector(selectActive);
  const features = useFeaturesByName();
  const words = active.map((filter) => filterWords(filter, features));
  return (
    <p className={className}>
      {active.length === 0 ? "All days." : `${words.join(", ")}.`}{" "}
      <Link to="/dashboard">Change the filters</Link>
    </p>
  );
}
