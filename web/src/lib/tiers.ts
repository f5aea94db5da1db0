import type { UserInfo } from "@/api/generated";

export type Tier = UserInfo["profile"];

/** How a tier is called on the page. */
export const TIER_NAMES: Record<Tier, string> = { lite: "ESSENTIALS", standard: "STANDARD", pro: "PRO" };
