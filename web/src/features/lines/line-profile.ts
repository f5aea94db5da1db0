import { lineSettingsSet, selectLineSettings } from "@/features/chart/state/chart-slice";
import type { ProfileType } from "@/features/profiles/state/profiles-type";
import { DEFAULT_LINES, type LineSettings, readLineSettings } from "./state/line-settings";

/** Saved sets of reference lines. */
export const lineProfiles: ProfileType<LineSettings> = {
  kind: "lines",
  heading: "Reference Line Profiles",
  noun: "reference line profile",
  defaults: DEFAULT_LINES,
  read: readLineSettings,
  select: selectLineSettings,
  apply: lineSettingsSet,
};
