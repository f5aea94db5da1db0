import { PROFILE_LIMITS } from "@/kept/profiles/profiles-type";
import { capitalise } from "@/lib/text/format";
import { TIER_NAMES, type Tier } from "@/lib/tiers";

export const limitText = (noun: string, tier: Tier) =>
  `${capitalise(noun)} limit reached. ${TIER_NAMES[tier]} tier allows ${PROFILE_LIMITS[tier]} profiles maximum.`;

export const limitNotice = (noun: string, tier: Tier) =>
  `${capitalise(noun)} limit reached for ${TIER_NAMES[tier]} tier (${PROFILE_LIMITS[tier]} max).`;

export const UPDATE_CURRENT = "Update the current one";
export const sureToDelete = (noun: string) => `Are you sure you want to delete this ${noun}?`;
export const unreadable = (heading: string, names: readonly string[]) =>
  `Not readable, left out of ${heading}: ${names.join(", ")}`;
