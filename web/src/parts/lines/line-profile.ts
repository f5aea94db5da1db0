import { lineSettingsSet, selectLineSettings } from "@/kept/chart/chart-slice";
import type { ProfileType } from "@/kept/profiles/profiles-type";
import { DEFAULT_LINES, type LineSettings, readLineSettings } from "@/plot/settings/line-settings";

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
