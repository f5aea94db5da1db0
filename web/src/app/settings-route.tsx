import { useFeaturesByName } from "@/api/catalogue";
import { describeFilter } from "@/features/filters/input-kind";
import SettingsPage from "@/features/settings/settings-page";
import { baseName, DATE_RANGE, type Filter } from "@/lib/filters";

/** Where the settings and the words for filters meet. */
export default function SettingsRoute() {
  const features = useFeaturesByName();
  const describe = (filter: Filter) => {
    const named = filter.feature === DATE_RANGE ? { ...filter, feature: "Date range" } : filter;
    return describeFilter(named, features.get(baseName(filter.feature)));
  };
  return <SettingsPage describe={describe} />;
}
