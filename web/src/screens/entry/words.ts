import { countOf } from "@/lib/text/format";
import { TIER_NAMES, type Tier } from "@/lib/tiers";

export const ENTRY_FAILED = "Authentication error. Please try again.";
export const ENTRY_INVALID = "Invalid authentication parameters.";
export const WRONG_PASSWORD = "Sign-in failed. Check the username and password.";
export const TOO_MANY_ATTEMPTS = "Too many attempts.";

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** How long a visitor waits: "You can try again in 12 seconds." */
export function waitWords(milliseconds: number): string {
  const isLong = milliseconds > 90 * SECOND;
  const wait = countOf(Math.ceil(milliseconds / (isLong ? MINUTE : SECOND)), isLong ? "minute" : "second");
  return `You can try again in ${wait}.`;
}

export const UNKNOWN_CODE = "This code is not known. Check it and try again.";
export const REDEEM_ANYWAY = "Redeem all the same";
export const codeRedeemed = (tier: Tier) => `Code redeemed. Your profile is ${TIER_NAMES[tier]}.`;

export const ALERT_LINK_OVER =
  "This link is not valid any more. The member who gets these alerts can switch them off under Saved.";
export const VIEW_UNKNOWN = "This link is wrong or too old. Ask for a new one.";
export const VIEW_ELSEWHERE = "It leads to an address that is none of this page's.";
