import type { Filter } from "@/lib/filters";
import { flags } from "@/lib/flags";
import { AppearanceSettings } from "./appearance-settings";
import { DefaultFilterSettings } from "./default-filter-settings";
import { ExportSettings } from "./export-settings";
import { ProfileSettings } from "./profile-settings";
import { SavedStateSettings } from "./saved-state-settings";
import styles from "./settings.module.css";

/** Preferences of this browser; `describe` gives the words of a filter. */
export default function SettingsPage({ describe }: { describe: (filter: Filter) => string }) {
  return (
    <div className={styles.page}>
      <h1>Settings</h1>
      <p>Feature configuration and preferences will be managed here.</p>
      <ProfileSettings />
      {flags.darkMode && <AppearanceSettings />}
      <DefaultFilterSettings describe={describe} />
      <ExportSettings />
      <SavedStateSettings />
    </div>
  );
}
