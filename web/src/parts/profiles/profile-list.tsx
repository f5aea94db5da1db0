import Close from "@mui/icons-material/Close";
import List from "@mui/material/List";
import ListItemButton from "@mui/material/ListItemButton";
import type { Profile, ProfileType } from "@/kept/profiles/profiles-type";
import { Button } from "@/kit/button";
import { FileActions } from "@/kit/file-actions";
import { useAppDispatch } from "@/lib/state/hooks";
import { exportProfiles, importProfiles } from "./profile-actions";
import styles from "./profiles.module.css";

/** The entry for no profile. */
export const DEFAULT_NAME = "Default";

interface Props {
  type: ProfileType;
  profiles: readonly Profile[];
  active: Profile | null;
  onDone: () => void;
  /** Null is the default entry. */
  onLoad: (profile: Profile | null) => void;
  onDelete: (profile: Profile) => void;
}

/** The default entry, which resets, and the saved profiles, each to load or to delete. */
export function ProfileList({ type, profiles, active, onDone, onLoad, onDelete }: Props) {
  const dispatch = useAppDispatch();
  const entry = (profile: Profile | null) => (
    <ListItemButton
      component="button"
      className={styles.entry}
      aria-pressed={profile === active}
      onClick={() => onLoad(profile)}
    >
      {profile?.name ?? DEFAULT_NAME}
    </ListItemButton>
  );
  return (
    <List component="div" className={styles.list}>
      {entry(null)}
      {profiles.length === 0 && <p className={styles.none}>No saved {type.noun}s yet</p>}
      {profiles.map((profile) => (
        <div key={profile.id} className={styles.saved}>
          {entry(profile)}
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
    </List>
  );
}
