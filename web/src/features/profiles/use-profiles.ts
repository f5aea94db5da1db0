import { useLayoutEffect } from "react";
import { selectTier } from "@/api/session/session-slice";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { sameJson } from "@/lib/storage/json";
import type { Tier } from "@/lib/tiers";
import { readProfiles } from "./profile-actions";
import { selectProfileList } from "./state/profiles-slice";
import { entryName } from "./state/profiles-storage";
import { isFull, type Profile, type ProfileType } from "./state/profiles-type";

export interface Profiles<Settings> {
  profiles: Profile<Settings>[];
  active: Profile<Settings> | null;
  /** Whether the working copy differs from the active profile, or from the defaults where none is active. */
  isChanged: boolean;
  /** Whether the tier allows no further one. */
  isFull: boolean;
  tier: Tier;
}

/** The saved profiles of a kind, kept in step with the browser's storage: another tab's appear here too. */
export function useProfiles<Settings>(type: ProfileType<Settings>): Profiles<Settings> {
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
  const tier = useAppSelector(selectTier);
  // What the list holds came through this type's `read`.
  const own = profiles as Profile<Settings>[];
  const active = own.find(({ id }) => id === activeId) ?? null;
  const isChanged = !sameJson(working, active ? active.settings : type.defaults);
  return { profiles: own, active, isChanged, isFull: isFull(profiles.length, tier), tier };
}
