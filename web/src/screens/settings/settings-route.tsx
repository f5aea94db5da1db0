import { useFeaturesByName } from "@/api/catalogue";
import { filterWords } from "@/question/filter-words";
import { type Filter, isDates } from "@/question/filters";
import SettingsPage from "./settings-page";

/** Where the settings and the words for filters meet. */
export default function SettingsRoute() {
  const features = useFeaturesByName();
  const describe = (filter: Filter) => {
    const named = isDates(filter) ? { ...filter, feature: "Date range" } : filter;
    return filterWords(named, features);
  };
  return <SettingsPage describe={describe} />;
}
