import { DEFAULT_LINES, type LineSettings, readLineSettings } from "@/lib/chart/line-settings";
import type { ProfileType } from "@/lib/state/profiles-type";
import { lineSettingsSet, selectLineSettings } from "@/lib/state/slices/chart-slice";

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
