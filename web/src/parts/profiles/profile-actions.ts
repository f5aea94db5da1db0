import { nanoid } from "@reduxjs/toolkit";
import { selectTier } from "@/api/session/session-slice";
import { profilesRead, selectProfileList } from "@/kept/profiles/profiles-slice";
import { idOf, loadProfiles, storeActive, storeProfiles } from "@/kept/profiles/profiles-storage";
import { isFull, type Profile, type ProfileType } from "@/kept/profiles/profiles-type";
import { NOTHING_CHANGED, STORAGE_REASON } from "@/kept/words";
import type { AppThunk } from "@/lib/state/hooks";
import { takeFile } from "@/lib/state/take-file";
import { toastAdded } from "@/lib/state/ui-slice";
import { saveFile } from "@/lib/storage/save-file";
import { BadFile, freelyNamed, readSavedFile, savedFile } from "@/lib/storage/saved-file";
import { capitalise } from "@/lib/text/format";
import { limitText, unreadable } from "./words";

/** Show what is stored now; what could not be read is named once. */
export const readProfiles =
  (type: ProfileType): AppThunk =>
  (dispatch) => {
    const read = loadProfiles(type);
    if (!read) return;
    const { profiles, activeId, leftOut } = read;
    dispatch(profilesRead({ kind: type.kind, profiles, activeId }));
    if (leftOut.length > 0) dispatch(toastAdded("error", unreadable(type.heading, leftOut), 0));
  };

/**
 * Save the working copy under a name and work on it from now on.
 *
 * @returns why it was not saved, or null where it was.
 */
export const saveProfile =
  (type: ProfileType, name: string): AppThunk<string | null> =>
  (dispatch, getState) => {
    dispatch(readProfiles(type));
    const tier = selectTier(getState());
    if (isFull(selectProfileList(getState(), type.kind).profiles.length, tier)) {
      const reason = limitText(type.noun, tier);
      dispatch(toastAdded("error", reason));
      return reason;
    }
    const profile = { ...newEntry(), name: name.trim(), settings: type.select(getState()) };
    return dispatch(changed("save", { type, profile, change: (saved) => [...saved, profile] }));
  };

/** Put the working copy into a profile and work on it; returns as `saveProfile`. */
export const updateProfile =
  (type: ProfileType, before: Profile): AppThunk<string | null> =>
  (dispatch, getState) => {
    const profile: Profile = { ...before, settings: type.select(getState()) };
    const { id } = profile;
    const change = (entries: unknown[]) =>
      entries.some((entry) => idOf(entry) === id)
        ? entries.map((entry) => (idOf(entry) === id ? profile : entry))
        : [...entries, profile];
    return dispatch(changed("update", { type, profile, change }));
  };

/** Take a profile away; where it was the active one the defaults apply again. Returns as `saveProfile`. */
export const deleteProfile =
  (type: ProfileType, profile: Profile): AppThunk<string | null> =>
  (dispatch, getState) => {
    const { activeId: before } = selectProfileList(getState(), type.kind);
    const activeId = before === profile.id ? null : before;
    const change = (entries: unknown[]) => entries.filter((entry) => idOf(entry) !== profile.id);
    const failure = dispatch(changed("delete", { type, profile, activeId, change }));
    if (failure === null && before === profile.id) dispatch(type.apply(type.defaults));
    return failure;
  };

/** Work on a saved profile, or with null on the defaults. */
export const loadProfile =
  (type: ProfileType, profile: Profile | null): AppThunk =>
  (dispatch, getState) => {
    const { kind } = type;
    const activeId = profile?.id ?? null;
    dispatch(type.apply(profile?.settings ?? type.defaults));
    dispatch(profilesRead({ ...selectProfileList(getState(), kind), kind, activeId }));
    storeActive(kind, activeId);
  };

export const exportProfiles =
  ({ kind, heading }: ProfileType): AppThunk =>
  (_, getState) => {
    const { profiles } = selectProfileList(getState(), kind);
    const entries = profiles.map(({ name, settings }) => ({ name, settings }));
    saveFile(savedFile(kind, entries), `session-almanac-${heading.toLowerCase().replaceAll(" ", "-")}.json`);
  };

/** Add a file's profiles to the saved ones, all or, beyond the tier's limit, none; a taken name gets a number. */
export const importProfiles =
  (type: ProfileType, file: Blob): AppThunk<Promise<void>> =>
  (dispatch, getState) =>
    dispatch(
      takeFile(type.noun, async () => {
        const entries = await readSavedFile(file, type.kind, (entry) => readEntry(type, entry));
        dispatch(readProfiles(type));
        const { profiles, activeId } = selectProfileList(getState(), type.kind);
        const tier = selectTier(getState());
        if (isFull(profiles.length + entries.length - 1, tier))
          throw new BadFile(
            `${limitText(type.noun, tier)} ${profiles.length} saved, ${entries.length} in the file`,
          );
        const asked = entries.map(({ name }) => name);
        const named = freelyNamed(
          entries,
          profiles.map(({ name }) => name),
        );
        const added = named.map((entry) => ({ ...entry, ...newEntry() }));
        if (!dispatch(stored(type, activeId, (saved) => [...saved, ...added])))
          throw new BadFile(STORAGE_REASON);
        return { asked, given: named.map(({ name }) => name) };
      }),
    );

function readEntry(type: ProfileType, entry: Record<string, unknown>) {
  const settings = type.read(entry.settings);
  if (settings === null) throw new BadFile(`settings: expected those of a saved ${type.noun}`);
  return { settings };
}

function newEntry() {
  const createdAt = Date.now();
  return { id: `${createdAt}-${nanoid()}`, createdAt };
}

interface Change {
  type: ProfileType;
  profile: Profile;
  /** Which one is worked on from then on, where that is another. */
  activeId?: string | null;
  change: (entries: unknown[]) => unknown[];
}

/** Change the stored list and say so; returns why nothing was changed, or null. */
const changed =
  (
    verb: "save" | "update" | "delete",
    { type, profile, activeId = profile.id, change }: Change,
  ): AppThunk<string | null> =>
  (dispatch) => {
    if (!dispatch(stored(type, activeId, change))) {
      dispatch(toastAdded("error", `Failed to ${verb} ${type.noun}`));
      return NOTHING_CHANGED;
    }
    dispatch(toastAdded("success", `${capitalise(type.noun)} ${profile.name} ${verb}d successfully`));
    return null;
  };

/** Change the stored list and show it; false where the storage took nothing. */
const stored =
  (type: ProfileType, activeId: string | null, change: Change["change"]): AppThunk<boolean> =>
  (dispatch) => {
    try {
      storeProfiles(type.kind, activeId, change);
    } catch {
      return false;
    }
    dispatch(profilesRead({ kind: type.kind, profiles: loadProfiles(type)?.profiles ?? [], activeId }));
    return true;
  };
