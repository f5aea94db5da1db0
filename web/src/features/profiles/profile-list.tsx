import Close from "@mui/icons-material/Close";
import { useAppDispatch } from "@/lib/state/hooks";
import { Button } from "@/lib/ui/button";
import { FileActions } from "@/lib/ui/file-actions";
import { loadProfile } from "./profile-actions";
import { exportProfiles, importProfiles } from "./profile-file";
import styles from "./profiles.module.css";
import type { Profile, ProfileType } from "./state/profiles-type";

/** The entry that stands for no profile. */
export const DEFAULT_NAME = "Default";

interface Props<Settings> {
  type: ProfileType<Settings>;
  profiles: readonly Profile<Settings>[];
  active: Profile<Settings> | null;
  onDone: () => void;
  onDelete: (profile: Profile<Settings>) => void;
}

/** The default entry, which resets, and the saved profiles, each to load or to delete. */
export function ProfileList<Settings>({ type, profiles, active, onDone, onDelete }: Props<Settings>) {
  const dispatch = useAppDispatch();
  const load = (profile: Profile<Settings> | null) => {
    dispatch(loadProfile(type, profile));
    onDone();
  };
  return (
    <div className={styles.list}>
      <button
        type="button"
        className={styles.entry}
        aria-pressed={active === null}
        onClick={() => load(null)}
      >
        {DEFAULT_NAME}
      </button>
      {profiles.length === 0 && <p className={styles.none}>No saved {type.noun}s yet</p>}
      {profiles.map((profile) => (
        <div key={profile.id} className={styles.saved}>
          <button
            type="button"
            className={styles.entry}
            aria-pressed={profile.id === active?.id}
            onClick={() => load(profile)}
          >
            {profile.name}
          </button>
          <Button look="bare" aria-label={`Delete ${profile.name}`} onClick={() => onDelete(profile)}>
            <Close fontSize="inherit" />
          </Button>
        </div>
      ))}
      <FileActions
        what={`${type.noun}s`}
        isEmpty={profiles.length === 0}
        onExport={() => dispatch(exportProfiles(type))}
        onImport={(file) => {
          void dispatch(importProfiles(type, file));
          onDone();
        }}
      />
    </div>
  );
}
