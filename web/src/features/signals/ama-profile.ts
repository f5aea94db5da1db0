import { type AmaSettings, DEFAULT_AMA, readAmaSettings } from "@/lib/chart/ama-settings";
import type { ProfileType } from "@/lib/state/profiles-type";
import { amaSettingsSet, selectAmaSettings } from "@/lib/state/slices/chart-slice";

/** Saved sets of price-action settings, colours among them. */
export const amaProfiles: ProfileType<AmaSettings> = {
  kind: "ama",
  heading: "AMA Profiles",
  noun: "AMA profile",
  defaults: DEFAULT_AMA,
  read: readAmaSettings,
  select: selectAmaSettings,
  apply: amaSettingsSet,
};
