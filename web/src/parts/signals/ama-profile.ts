import { amaSettingsSet, selectAmaSettings } from "@/kept/chart/chart-slice";
import type { ProfileType } from "@/kept/profiles/profiles-type";
import { type AmaSettings, DEFAULT_AMA, readAmaSettings } from "@/plot/settings/ama-settings";

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
