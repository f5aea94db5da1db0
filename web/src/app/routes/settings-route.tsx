import { useFeaturesByName } from "@/api/catalogue";
import { baseName, DATE_RANGE } from "@/api/feature-names";
import { filterWords } from "@/features/filters/state/filter-words";
import type { Filter } from "@/features/filters/state/filters";
import SettingsPage from "@/features/settings/settings-page";

/** Where the settings and the words for filters meet. */
export default function SettingsRoute() {
  const features = useFeaturesByName();
  const describe = (filter: Filter) => {
    const named = filter.feature === DATE_RANGE ? { ...filter, feature: "Date range" } : filter;
    return filterWords(named, features.get(baseName(filter.feature)));
  };
  return <SettingsPage describe={describe} />;
}
