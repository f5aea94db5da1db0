import { useAppSelector } from "@/lib/state/hooks";
import { selectTier } from "@/lib/state/session-slice";
import styles from "./profile-badge.module.css";

const NAMES = { lite: "ESSENTIALS", standard: "STANDARD", pro: "PRO" };

export function ProfileBadge() {
  const tier = useAppSelector(selectTier);
  return (
    <span className={styles.badge} data-tier={tier}>
      {NAMES[tier]}
    </span>
  );
}
