import { useId, useState } from "react";
import { useAppDispatch } from "@/lib/state/hooks";
import { Button } from "@/lib/ui/button";
import { TextField } from "@/lib/ui/fields/fields";
import { saveProfile, updateProfile } from "./profile-actions";
import { ProfileDialog } from "./profile-dialog";
import styles from "./profiles.module.css";
import { LONGEST_NAME, type Profile, type ProfileType } from "./state/profiles-type";

interface Props<Settings> {
  type: ProfileType<Settings>;
  /** The profile that is worked on; where there is one the dialog asks whether to update it. */
  active: Profile<Settings> | null;
  profiles: readonly Profile<Settings>[];
  isFull: boolean;
  onClose: () => void;
}

/**
 * Save the working copy: into the active profile or, by mode `create`, under a new name. A name that exists asks
 * whether to update the profile that bears it.
 */
export default function SaveDialog<Settings>({ type, active, profiles, isFull, onClose }: Props<Settings>) {
  const dispatch = useAppDispatch();
  const [mode, setMode] = useState<"choice" | "create">(active ? "choice" : "create");
  const [name, setName] = useState("");
  const [asked, setAsked] = useState<Profile<Settings> | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const finish = (reason: string | null) => (reason === null ? onClose() : setFailure(reason));
  const title = `Save ${type.noun}`;
  if (mode === "choice" && active) {
    return (
      <ProfileDialog title={title} failure={failure} onClose={onClose}>
        <p>The active profile is {active.name}.</p>
        <Button look="primary" autoFocus onClick={() => finish(dispatch(updateProfile(type, active)))}>
          Update the current one
        </Button>
        <Button disabled={isFull} onClick={() => setMode("create")}>
          Save as new
        </Button>
      </ProfileDialog>
    );
  }
  const taken = profiles.find((profile) => profile.name === name.trim());
  const save = () => {
    if (taken && asked !== taken) setAsked(taken);
    else finish(dispatch(taken ? updateProfile(type, taken) : saveProfile(type, name)));
  };
  return (
    <ProfileDialog
      {...{ title, failure, onClose }}
      doing={taken && asked === taken ? "Update" : "Save"}
      isBlocked={name.trim() === ""}
      onDo={save}
    >
      <NameField
        name={name}
        onName={(typed) => {
          setName(typed);
          setAsked(null);
        }}
      />
      {taken && asked === taken && <p role="status">There is a profile named {taken.name}. Update it?</p>}
    </ProfileDialog>
  );
}

function NameField({ name, onName }: { name: string; onName: (name: string) => void }) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>Profile name</label>
      <TextField
        id={id}
        autoFocus
        required
        autoComplete="off"
        maxLength={LONGEST_NAME}
        value={name}
        onChange={(event) => onName(event.target.value)}
      />
    </div>
  );
}
