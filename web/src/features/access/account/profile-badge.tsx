import { selectTier } from "@/api/session/session-slice";
import { useAppSelector } from "@/lib/state/hooks";
import { TIER_NAMES } from "@/lib/tiers";
import styles from "./profile-badge.module.css";

export function ProfileBadge() {
  const tier = useAppSelector(selectTier);
  return (
    <span className={styles.badge} data-tier={tier}>
      {TIER_NAMES[tier]}
    </span>
  );
}
