import { type AmaSettings, DEFAULT_AMA } from "@/lib/ama-settings";
import { readAmaSettings } from "@/lib/read-ama-settings";
import { amaSettingsSet, selectAmaSettings } from "@/lib/state/chart-slice";
import type { ProfileType } from "@/lib/state/profiles-type";

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
