import { useFeaturesByName } from "@/api/catalogue";
import SettingsPage from "@/features/settings/settings-page";
import { filterWords } from "@/lib/filters/filter-words";
import { baseName, DATE_RANGE, type Filter } from "@/lib/filters/filters";

/** Where the settings and the words for filters meet. */
export default function SettingsRoute() {
  const features = useFeaturesByName();
  const describe = (filter: Filter) => {
    const named = filter.feature === DATE_RANGE ? { ...filter, feature: "Date range" } : filter;
    return filterWords(named, features.get(baseName(filter.feature)));
  };
  return <SettingsPage describe={describe} />;
}
