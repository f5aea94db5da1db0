import Alert from "@mui/material/Alert";
import { useId, useLayoutEffect, useState } from "react";
import { selectTier } from "@/api/session/session-slice";
import { selectProfileList } from "@/kept/profiles/profiles-slice";
import { entryName } from "@/kept/profiles/profiles-storage";
import { isFull as isFullFor, type ProfileType } from "@/kept/profiles/profiles-type";
import { Button } from "@/kit/button";
import { lazyPart } from "@/kit/lazy-with-retry";
import { PopoverButton } from "@/kit/overlays/popover-button";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { toastAdded } from "@/lib/state/ui-slice";
import { sameJson } from "@/lib/storage/json";
import { loadProfile, readProfiles } from "./profile-actions";
import type { ProfileQuestion } from "./profile-dialogs";
import { DEFAULT_NAME, ProfileList } from "./profile-list";
import styles from "./profiles.module.css";
import { limitNotice, limitText } from "./words";

const ProfileDialogs = lazyPart(() => import("./profile-dialogs"));

/** Choose, save, update, delete and reset the profiles of one kind; see `ProfileType` for what a kind must give. */
export function ProfileControls({ type }: { type: ProfileType }) {
  const dispatch = useAppDispatch();
  const { profiles, active, isChanged } = useProfiles(type);
  const tier = useAppSelector(selectTier);
  const [question, setQuestion] = useState<ProfileQuestion | null>(null);
  const id = useId();
  const isFull = isFullFor(profiles.length, tier);
  const isBarred = isFull && active === null;
  const name = active?.name ?? DEFAULT_NAME;
  const bar = () => dispatch(toastAdded("error", limitText(type.noun, tier)));
  return (
    <section className={styles.controls} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{type.heading}</h2>
        <span className={styles.mark} role="status">
          {isChanged && "Unsaved changes"}
        </span>
      </div>
      <div className={styles.row}>
        <PopoverButton
          asField
          title={type.heading}
          aria-label={`${type.heading}: ${name}`}
          label={name}
          content={(done) => (
            <ProfileList
              {...{ type, profiles, active }}
              onDone={done}
              onLoad={(profile) => {
                done();
                if (profile && isChanged) setQuestion({ act: "load", profile });
                else dispatch(loadProfile(type, profile));
              }}
              onDelete={(profile) => {
                done();
                setQuestion({ act: "delete", profile });
              }}
            />
          )}
        />
        <Button
          aria-disabled={isBarred}
          aria-haspopup="dialog"
          onClick={() => (isBarred ? bar() : setQuestion({ act: "save" }))}
        >
          Save
        </Button>
        <Button look="quiet" data-hint="Reset to defaults" onClick={() => dispatch(loadProfile(type, null))}>
          Reset
        </Button>
      </div>
      {isFull && (
        <Alert severity="warning" role="none" className={styles.notice}>
          {limitNotice(type.noun, tier)}
        </Alert>
      )}
      {question && (
        <ProfileDialogs {...{ type, question, active, profiles, isFull }} onClose={() => setQuestion(null)} />
      )}
    </section>
  );
}

/** The saved profiles of a kind, kept in step with the browser's storage: another tab's appear here too. */
function useProfiles(type: ProfileType) {
  const dispatch = useAppDispatch();
  useLayoutEffect(() => {
    const read = () => dispatch(readProfiles(type));
    const follow = ({ key }: StorageEvent) => {
      if (key === null || key === entryName(type.kind)) read();
    };
    read();
    window.addEventListener("storage", follow);
    return () => window.removeEventListener("storage", follow);
  }, [dispatch, type]);
  const { profiles, activeId } = useAppSelector((state) => selectProfileList(state, type.kind));
  const working = useAppSelector(type.select);
  const active = profiles.find(({ id }) => id === activeId) ?? null;
  const isChanged = !sameJson(working, active ? active.settings : type.defaults);
  return { profiles, active, isChanged };
}
