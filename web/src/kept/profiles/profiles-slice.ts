import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { Profile, ProfileKind } from "./profiles-type";

/** The saved profiles of one kind, as the browser's storage holds them, and which of them this tab works on. */
interface ProfileList {
  profiles: Profile[];
  activeId: string | null;
}

/** A kind is absent until its controls were first drawn. */
export type ProfilesState = Partial<Record<ProfileKind, ProfileList>>;

export const unreadProfiles: ProfilesState = {};

const NONE: ProfileList = { profiles: [], activeId: null };

const slice = createSlice({
  name: "profiles",
  initialState: unreadProfiles,
  reducers: {
    /** The list as it is stored now. An active profile that is gone from it, deleted in another tab, is let go. */
    profilesRead: (state, { payload }: PayloadAction<ProfileList & { kind: ProfileKind }>) => {
      const { kind, profiles, activeId } = payload;
      const isThere = profiles.some(({ id }) => id === activeId);
      state[kind] = { profiles, activeId: isThere ? activeId : null };
    },
  },
});

export const { profilesRead } = slice.actions;
export const selectProfileList = (state: { profiles: ProfilesState }, kind: ProfileKind) =>
  state.profiles[kind] ?? NONE;
export const profilesReducer = slice.reducer;
