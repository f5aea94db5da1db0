import { DEFAULT_LINES, type LineSettings } from "@/lib/line-settings";
import { readLineSettings } from "@/lib/read-line-settings";
import { lineSettingsSet, selectLineSettings } from "@/lib/state/chart-slice";
import type { ProfileType } from "@/lib/state/profiles-type";

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
