import Lock from "@mui/icons-material/Lock";
import { isLocked, useAsk } from "@/address/ask";
import type { Claim } from "@/api/generated";
import { selectTier } from "@/api/session/session-slice";
import { Button } from "@/kit/button";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { toastAdded } from "@/lib/state/ui-slice";
import { TIER_NAMES } from "@/lib/tiers";
import styles from "./questions.module.css";
import { LOCKED } from "./words";

const HINT = "Sets its filters on the dashboard and opens its card";

/** Asks a question on the dashboard; of one beyond the tier it says so. */
export function AskButton({ claim }: { claim: Claim }) {
  const dispatch = useAppDispatch();
  const ask = useAsk();
  const tier = useAppSelector(selectTier);
  if (isLocked(claim, tier)) {
    const reason = `${LOCKED}: it comes with ${TIER_NAMES[claim.tier]}`;
    return (
      <Button
        className={styles.ask ?? ""}
        aria-disabled
        aria-label={`Ask it: ${claim.question} ${reason}`}
        data-hint={reason}
        onClick={() => dispatch(toastAdded("blank", reason))}
      >
        <Lock fontSize="inherit" />
        Ask it
      </Button>
    );
  }
  return (
    <Button
      className={styles.ask ?? ""}
      aria-label={`Ask it: ${claim.question}`}
      data-hint={HINT}
      disabled={!ask}
      onClick={() => ask?.(claim)}
    >
      Ask it
    </Button>
  );
}
