import type { UserInfo } from "@/api/generated";

export type Tier = UserInfo["profile"];

/** How a tier is called on the page. */
export const TIER_NAMES: Record<Tier, string> = { lite: "ESSENTIALS", standard: "STANDARD", pro: "PRO" };

/** From the smallest to the largest. */
export const TIERS: readonly Tier[] = ["lite", "standard", "pro"];

/** The smaller of a tier and the one looked through, if any. */
export function narrower(own: Tier, viewed: Tier | null): Tier {
  return viewed !== null && TIERS.indexOf(viewed) < TIERS.indexOf(own) ? viewed : own;
}
