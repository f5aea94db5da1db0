import { Screen } from "@/kit/screen";
import { flags } from "@/lib/flags";
import { PrivacySettings, SavedStateSettings } from "./browser-settings";
import { EraseSettings } from "./erase-settings";
import {
  AppearanceSettings,
  CardSettings,
  DefaultFilterSettings,
  ExportSettings,
} from "./preference-settings";
import { ProfileSettings } from "./profile-settings";
import styles from "./settings.module.css";
import { LEAD, NO_SETTINGS } from "./words";

/** Preferences of this browser; a build without settings has the specification's sentence instead. */
export default function SettingsPage() {
  return (
    <Screen title="Settings" className={styles.page}>
      {flags.settings ? (
        <>
          <p>{LEAD}</p>
          <ProfileSettings />
          {flags.darkMode && <AppearanceSettings />}
          <CardSettings />
          <DefaultFilterSettings />
          {flags.exports && <ExportSettings />}
          <PrivacySettings />
          <SavedStateSettings />
          <EraseSettings />
        </>
      ) : (
        <p>{NO_SETTINGS}</p>
      )}
    </Screen>
  );
}
