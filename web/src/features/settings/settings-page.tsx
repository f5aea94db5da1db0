import type { Filter } from "@/features/filters/state/filters";
import { flags } from "@/lib/flags";
import { AppearanceSettings } from "./appearance-settings";
import { CardSettings } from "./card-settings";
import { DefaultFilterSettings } from "./default-filter-settings";
import { ExportSettings } from "./export-settings";
import { PrivacySettings } from "./privacy-settings";
import { ProfileSettings } from "./profile-settings";
import { SavedStateSettings } from "./saved-state-settings";
import styles from "./settings.module.css";

interface Props {
  /** The words of a filter. */
  describe: (filter: Filter) => string;
}

/** Preferences of this browser; a build without settings has the specification's sentence instead. */
export default function SettingsPage({ describe }: Props) {
  return (
    <div className={styles.page}>
      <h1>Settings</h1>
      {flags.settings ? (
        <Settings describe={describe} />
      ) : (
        <p>Feature configuration and preferences will be managed here.</p>
      )}
    </div>
  );
}

function Settings({ describe }: Props) {
  return (
    <>
      <p>Choose how the page looks and starts, what it offers first, and what it sends and keeps.</p>
      <ProfileSettings />
      {flags.darkMode && <AppearanceSettings />}
      <CardSettings />
      <DefaultFilterSettings describe={describe} />
      {flags.exports && <ExportSettings />}
      <PrivacySettings />
      <SavedStateSettings />
    </>
  );
}
