import Alert from "@mui/material/Alert";
import { type FormEvent, type ReactNode, useState } from "react";
import { LONGEST_NAME, type Profile, type ProfileType } from "@/kept/profiles/profiles-type";
import { Button } from "@/kit/button";
import { TextField } from "@/kit/fields/fields";
import { Dialog } from "@/kit/overlays/dialog";
import { useAppDispatch } from "@/lib/state/hooks";
import { deleteProfile, loadProfile, saveProfile, updateProfile } from "./profile-actions";
import styles from "./profiles.module.css";
import { sureToDelete, UPDATE_CURRENT } from "./words";

/** Where to save the working copy, or whether to delete a profile or to load it over unsaved changes. */
export type ProfileQuestion = { act: "save" } | { act: "delete" | "load"; profile: Profile };

interface Props {
  type: ProfileType;
  question: ProfileQuestion;
  /** The profile that is worked on; where there is one the dialog asks whether to update it. */
  active: Profile | null;
  profiles: readonly Profile[];
  isFull: boolean;
  onClose: () => void;
}

export default function ProfileDialogs({ question, ...props }: Props) {
  const [failure, setFailure] = useState<string | null>(null);
  const finish = (reason: string | null) => (reason === null ? props.onClose() : setFailure(reason));
  const shared = { ...props, failure, finish };
  if (question.act === "save") return <SaveDialog {...shared} />;
  const { profile } = question;
  return question.act === "load" ? (
    <LoadDialog {...shared} profile={profile} />
  ) : (
    <DeleteDialog {...shared} profile={profile} />
  );
}

interface OpenProps extends Omit<Props, "question"> {
  /** Why it was not done. */
  failure: string | null;
  finish: (failure: string | null) => void;
}

function DeleteDialog({ type, profile, finish, ...question }: OpenProps & { profile: Profile }) {
  const dispatch = useAppDispatch();
  const remove = () => finish(dispatch(deleteProfile(type, profile)));
  return (
    <Question {...question} title={`Delete ${profile.name}`} action="Delete" onDo={remove}>
      <p>{sureToDelete(type.noun)}</p>
    </Question>
  );
}

function LoadDialog({ type, profile, finish, ...question }: OpenProps & { profile: Profile }) {
  const dispatch = useAppDispatch();
  const load = () => {
    dispatch(loadProfile(type, profile));
    finish(null);
  };
  return (
    <Question {...question} title={`Load ${profile.name}`} action="Load" onDo={load}>
      <p>There are unsaved changes. They are lost when this {type.noun} is loaded.</p>
    </Question>
  );
}

/**
 * Save the working copy: into the active profile or under a new name. A name that exists asks whether to update the
 * profile that bears it.
 */
function SaveDialog({ type, active, profiles, isFull, finish, ...props }: OpenProps) {
  const dispatch = useAppDispatch();
  const [isNew, setNew] = useState(active === null);
  const [name, setName] = useState("");
  const [warned, setWarned] = useState<Profile | null>(null);
  const question = { ...props, title: `Save ${type.noun}` };
  if (!isNew && active) {
    return (
      <Question {...question}>
        <p>The active profile is {active.name}.</p>
        <Button look="primary" autoFocus onClick={() => finish(dispatch(updateProfile(type, active)))}>
          {UPDATE_CURRENT}
        </Button>
        <Button disabled={isFull} onClick={() => setNew(true)}>
          Save as new
        </Button>
      </Question>
    );
  }
  const taken = profiles.find((profile) => profile.name === name.trim());
  const isWarned = taken !== undefined && warned === taken;
  const save = () => {
    if (taken && !isWarned) setWarned(taken);
    else finish(dispatch(taken ? updateProfile(type, taken) : saveProfile(type, name)));
  };
  const rename = (typed: string) => {
    setName(typed);
    setWarned(null);
  };
  return (
    <Question {...question} action={isWarned ? "Update" : "Save"} isBlocked={name.trim() === ""} onDo={save}>
      <label className={styles.field}>
        Profile name
        <TextField
          autoFocus
          required
          autoComplete="off"
          maxLength={LONGEST_NAME}
          value={name}
          onChange={(event) => rename(event.target.value)}
        />
      </label>
      {isWarned && <p role="status">There is a profile named {taken.name}. Update it?</p>}
    </Question>
  );
}

interface QuestionProps extends Pick<OpenProps, "failure" | "onClose"> {
  title: string;
  /** What the button that does it says; left out where the dialog only asks which way to go. */
  action?: string;
  isBlocked?: boolean;
  onDo?: () => void;
  children: ReactNode;
}

/** A question over the page: Enter in a field does it, Escape and Cancel leave everything as it is. */
function Question({ title, action, isBlocked = false, failure, onDo, onClose, children }: QuestionProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBlocked) onDo?.();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form className={styles.form} onSubmit={submit}>
        {children}
        {failure !== null && <Alert severity="error">{failure}</Alert>}
        <div className={styles.ways}>
          <Button onClick={onClose}>Cancel</Button>
          {action !== undefined && (
            <Button look="primary" type="submit" disabled={isBlocked}>
              {action}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}
