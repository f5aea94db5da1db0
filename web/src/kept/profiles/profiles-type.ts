import type { UnknownAction } from "@reduxjs/toolkit";
import type { RootState } from "@/lib/state/hooks";
import type { FileKind } from "@/lib/storage/saved-file";
import type { Tier } from "@/lib/tiers";

export type ProfileKind = Exclude<FileKind, "presets">;

/** Settings saved under a name; `createdAt` in milliseconds since the epoch. */
export interface Profile {
  id: string;
  name: string;
  settings: unknown;
  createdAt: number;
}

/**
 * All the profile controls need to know about one kind of settings. The working copy stays where it is edited, in the
 * slice that owns it; it has unsaved changes while it differs from the active profile's settings, or from `defaults`
 * where no profile is active. A new kind of profile is one such value and one line where its controls are drawn:
 *
 *     const lineProfiles: ProfileType<LineSettings> = {
 *       kind: "lines", heading: "Reference Line Profiles", noun: "reference line profile",
 *       defaults, read: readLines, select: selectLines, apply: linesApplied };
 *     <ProfileControls type={lineProfiles} />
 *
 * It must be a constant of its module, never built while drawing.
 */
export interface ProfileType<Settings = unknown> {
  kind: ProfileKind;
  /** Over the controls: "AMA Profiles". */
  heading: string;
  /** In messages, as within a sentence: "AMA profile", "reference line profile", "profile". */
  noun: string;
  defaults: Settings;
  /** Settings out of unknown JSON, or null where it is none; only what it returns is ever applied. */
  read: (stored: unknown) => Settings | null;
  /** The working copy: plain JSON of the same form as `read` gives, the same object while nothing changed. */
  select: (state: RootState) => Settings;
  /** The action that makes `settings` the working copy. */
  apply(settings: Settings): UnknownAction;
}

/** The most letters of a profile's name. */
export const LONGEST_NAME = 60;

/** How many profiles of each kind a tier may save; -1 is no limit. */
export const PROFILE_LIMITS: Record<Tier, number> = { lite: 1, standard: 3, pro: -1 };

export function isFull(count: number, tier: Tier): boolean {
  const most = PROFILE_LIMITS[tier];
  return most >= 0 && count >= most;
}
