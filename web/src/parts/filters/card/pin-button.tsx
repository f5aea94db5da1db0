import PushPinOutlined from "@mui/icons-material/PushPinOutlined";
import type { Feature } from "@/api/generated";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { featurePinned, selectIsProbabilityOn } from "@/lib/state/ui-slice";
import styles from "./filter-card.module.css";

/** Keeps an open card's answer in sight, in the row below the header. */
export function PinButton({ feature: { name, displayName } }: { feature: Feature }) {
  const dispatch = useAppDispatch();
  const isOn = useAppSelector((state) => selectIsProbabilityOn(state, name));
  const isPinned = useAppSelector(({ ui }) => ui.pinnedFeature === name);
  if (!isOn) return null;
  return (
    <button
      type="button"
      className={`${styles.small} ${styles.pin}`}
      aria-label={`Keep the answer in sight: ${displayName}`}
      data-hint="Keep the answer in sight"
      aria-pressed={isPinned}
      onClick={() => dispatch(featurePinned(name))}
    >
      <PushPinOutlined fontSize="inherit" />
    </button>
  );
}
