import type { AppThunk } from "@/lib/state/hooks";
import { useAppDispatch } from "@/lib/state/hooks";
import { toastAdded } from "@/lib/state/ui-slice";
import { Button } from "@/lib/ui/button";
import styles from "./filter-summary.module.css";
import { linkQuery } from "./state/link";

export const copyLink = (): AppThunk<Promise<void>> => async (dispatch, getState) => {
  try {
    const { origin, pathname, hash } = location;
    await navigator.clipboard.writeText(`${origin}${pathname}?${linkQuery(getState())}${hash}`);
    dispatch(toastAdded("success", "Copied the link"));
  } catch {
    dispatch(toastAdded("error", "Failed to copy the link"));
  }
};

/** Puts the address of what the page shows into the clipboard. */
export function CopyLink() {
  const dispatch = useAppDispatch();
  return (
    <Button
      look="bare"
      className={styles.copy ?? ""}
      data-hint="Copy an address that shows this view"
      onClick={() => void dispatch(copyLink())}
    >
      Copy link
    </Button>
  );
}
