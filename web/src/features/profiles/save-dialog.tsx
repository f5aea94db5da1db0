import { useId, useState } from "react";
import { useAppDispatch } from "@/lib/state/hooks";
import { LONGEST_NAME, type Profile, type ProfileType } from "@/lib/state/profiles-type";
import { Button } from "@/lib/ui/button";
import controls from "@/lib/ui/controls.module.css";
import { saveProfile, updateProfile } from "./profile-actions";
import { ProfileDialog } from "./profile-dialog";
import styles from "./profiles.module.css";

interface Props<Settings> {
  type: ProfileType<Settings>;
  /** The profile that is worked on; where there is one the dialog asks whether to update it. */
  active: Profile<Settings> | null;
  isFull: boolean;
  onClose: () => void;
}

/** Save the working copy: into the active profile or, by mode `create`, under a new name. */
export default function SaveDialog<Settings>({ type, active, isFull, onClose }: Props<Settings>) {
  const dispatch = useAppDispatch();
  const [mode, setMode] = useState<"choice" | "create">(active ? "choice" : "create");
  const [name, setName] = useState("");
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
  return (
    <ProfileDialog
      {...{ title, failure, onClose }}
      doing="Save"
      isBlocked={name.trim() === ""}
      onDo={() => finish(dispatch(saveProfile(type, name)))}
    >
      <NameField name={name} onName={setName} />
    </ProfileDialog>
  );
}

function NameField({ name, onName }: { name: string; onName: (name: string) => void }) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>Profile name</label>
      <input
        id={id}
        // biome-ignore lint/a11y/noAutofocus: the dialog was opened to give a name
        autoFocus
        required
        autoComplete="off"
        className={controls.field}
        maxLength={LONGEST_NAME}
        value={name}
        onChange={(event) => onName(event.target.value)}
      />
    </div>
  );
}
