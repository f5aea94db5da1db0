import { Suspense, useId, useState } from "react";
import { useAppDispatch } from "@/lib/state/hooks";
import { toastAdded } from "@/lib/state/ui-slice";
import { Button } from "@/lib/ui/button";
import { lazyWithRetry } from "@/lib/ui/lazy-with-retry";
import { PopoverButton } from "@/lib/ui/overlays/popover-button";
import { limitNotice, limitText, loadProfile } from "./profile-actions";
import { DEFAULT_NAME, ProfileList } from "./profile-list";
import styles from "./profiles.module.css";
import type { Profile, ProfileType } from "./state/profiles-type";
import { useProfiles } from "./use-profiles";

const SaveDialog = lazyWithRetry(() => import("./save-dialog"));
const DeleteDialog = lazyWithRetry(() => import("./delete-dialog"));

/** Which dialog is open; a profile is the one to delete. */
type Open = "save" | Profile | null;

/** Choose, save, update, delete and reset the profiles of one kind; see `ProfileType` for what a kind must give. */
export function ProfileControls<Settings>({ type }: { type: ProfileType<Settings> }) {
  const dispatch = useAppDispatch();
  const state = useProfiles(type);
  const [open, setOpen] = useState<Open>(null);
  const id = useId();
  const { profiles, active, isChanged } = state;
  const close = () => setOpen(null);
  const isBarred = state.isFull && active === null;
  const bar = () => dispatch(toastAdded("error", limitText(type.noun, state.tier)));
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
          aria-label={`${type.heading}: ${active?.name ?? DEFAULT_NAME}`}
          label={active?.name ?? DEFAULT_NAME}
          content={(done) => (
            <ProfileList
              {...{ type, profiles, active }}
              onDone={done}
              onDelete={(profile) => {
                done();
                setOpen(profile);
              }}
            />
          )}
        />
        <Button
          aria-disabled={isBarred}
          aria-haspopup="dialog"
          onClick={() => (isBarred ? bar() : setOpen("save"))}
        >
          Save
        </Button>
        <Button look="quiet" data-hint="Reset to defaults" onClick={() => dispatch(loadProfile(type, null))}>
          Reset
        </Button>
      </div>
      {state.isFull && <p className={styles.notice}>{limitNotice(type.noun, state.tier)}</p>}
      <Suspense fallback={null}>
        {open === "save" && (
          <SaveDialog {...{ type, active, profiles }} isFull={state.isFull} onClose={close} />
        )}
        {open !== null && open !== "save" && <DeleteDialog type={type} profile={open} onClose={close} />}
      </Suspense>
    </section>
  );
}
