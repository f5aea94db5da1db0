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

/** Preferences of this browser; a build without settings has the specification's sentence instead. */
export default function SettingsPage() {
  return (
    <Screen title="Settings" className={styles.page}>
      {flags.settings ? (
        <>
          <p>Choose how the page looks and starts, what it offers first, and what it sends and keeps.</p>
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
        <p>Feature configuration and preferences will be managed here.</p>
      )}
    </Screen>
  );
}
