import { nanoid } from "@reduxjs/toolkit";
import { selectTier } from "@/api/session/session-slice";
import type { AppThunk } from "@/lib/state/hooks";
import { toastAdded } from "@/lib/state/ui-slice";
import { TIER_NAMES, type Tier } from "@/lib/tiers";
import { profilesRead } from "./state/profiles-slice";
import { idOf, loadProfiles, storeActive, storeProfiles } from "./state/profiles-storage";
import { isFull, PROFILE_LIMITS, type Profile, type ProfileType } from "./state/profiles-type";

const NO_ROOM = "The browser's storage is full or blocked. Nothing was changed.";

const atStart = (noun: string) => noun.charAt(0).toUpperCase() + noun.slice(1);

export const limitText = (noun: string, tier: Tier) =>
  `${atStart(noun)} limit reached. ${TIER_NAMES[tier]} tier allows ${PROFILE_LIMITS[tier]} profiles maximum.`;

export const limitNotice = (noun: string, tier: Tier) =>
  `${atStart(noun)} limit reached for ${TIER_NAMES[tier]} tier (${PROFILE_LIMITS[tier]} max).`;

/** Show what is stored now; what could not be read is named once. */
export const readProfiles =
  <Settings>(type: ProfileType<Settings>): AppThunk =>
  (dispatch) => {
    const read = loadProfiles(type);
    if (!read) return;
    const { profiles, activeId, leftOut } = read;
    dispatch(profilesRead({ kind: type.kind, profiles, activeId }));
    if (leftOut.length > 0)
      dispatch(toastAdded("error", `Not readable, left out of ${type.heading}: ${leftOut.join(", ")}`, 0));
  };

/**
 * Save the working copy under a name and work on it from now on.
 *
 * @returns why it was not saved, or null where it was.
 */
export const saveProfile =
  <Settings>(type: ProfileType<Settings>, name: string): AppThunk<string | null> =>
  (dispatch, getState) => {
    dispatch(readProfiles(type));
    const tier = selectTier(getState());
    if (isFull(getState().profiles[type.kind]?.profiles.length ?? 0, tier))
      return dispatch(refused(limitText(type.noun, tier)));
    const createdAt = Date.now();
    const id = `${createdAt}-${nanoid()}`;
    const profile: Profile = { id, name: name.trim(), settings: type.select(getState()), createdAt };
    if (!dispatch(stored(type, id, (entries) => [...entries, profile])))
      return dispatch(refused(`Failed to save ${type.noun}`, NO_ROOM));
    dispatch(toastAdded("success", `${atStart(type.noun)} ${profile.name} saved successfully`));
    return null;
  };

/** Put the working copy into the active profile; returns as `saveProfile`. */
export const updateProfile =
  <Settings>(type: ProfileType<Settings>, profile: Profile): AppThunk<string | null> =>
  (dispatch, getState) => {
    const next: Profile = { ...profile, settings: type.select(getState()) };
    const put = (entries: unknown[]) =>
      entries.some((entry) => idOf(entry) === next.id)
        ? entries.map((entry) => (idOf(entry) === next.id ? next : entry))
        : [...entries, next];
    if (!dispatch(stored(type, next.id, put)))
      return dispatch(refused(`Failed to update ${type.noun}`, NO_ROOM));
    dispatch(toastAdded("success", `${atStart(type.noun)} ${next.name} updated successfully`));
    return null;
  };

/** Take a profile away; where it was the active one the defaults stand again. Returns as `saveProfile`. */
export const deleteProfile =
  <Settings>(type: ProfileType<Settings>, profile: Profile): AppThunk<string | null> =>
  (dispatch, getState) => {
    const activeId = getState().profiles[type.kind]?.activeId ?? null;
    const wasActive = activeId === profile.id;
    const keep = (entries: unknown[]) => entries.filter((entry) => idOf(entry) !== profile.id);
    if (!dispatch(stored(type, wasActive ? null : activeId, keep)))
      return dispatch(refused(`Failed to delete ${type.noun}`, NO_ROOM));
    if (wasActive) dispatch(type.apply(type.defaults));
    dispatch(toastAdded("success", `${atStart(type.noun)} ${profile.name} deleted successfully`));
    return null;
  };

/** Work on a saved profile, or with null on the defaults. */
export const loadProfile =
  <Settings>(type: ProfileType<Settings>, profile: Profile<Settings> | null): AppThunk =>
  (dispatch, getState) => {
    const { kind } = type;
    const activeId = profile?.id ?? null;
    dispatch(type.apply(profile?.settings ?? type.defaults));
    dispatch(profilesRead({ kind, profiles: getState().profiles[kind]?.profiles ?? [], activeId }));
    storeActive(kind, activeId);
  };

/** Change the stored list and show it; false where the storage took nothing. */
export const stored =
  <Settings>(
    type: ProfileType<Settings>,
    activeId: string | null,
    change: (entries: unknown[]) => unknown[],
  ): AppThunk<boolean> =>
  (dispatch) => {
    try {
      storeProfiles(type.kind, activeId, change);
    } catch {
      return false;
    }
    dispatch(profilesRead({ kind: type.kind, profiles: loadProfiles(type)?.profiles ?? [], activeId }));
    return true;
  };

const refused =
  (toast: string, reason = toast): AppThunk<string> =>
  (dispatch) => {
    dispatch(toastAdded("error", toast));
    return reason;
  };
