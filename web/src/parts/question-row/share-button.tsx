import Share from "@mui/icons-material/IosShare";
import { copyShortLink } from "@/address/short-link";
import { lazyPart } from "@/kit/lazy-with-retry";
import { PopoverButton } from "@/kit/overlays/popover-button";
import { useAppDispatch } from "@/lib/state/hooks";
import styles from "./answer-bar.module.css";

const ShareMenu = lazyPart(() => import("./share-menu"));

/** Copies a short link to what is shown at once; the long one waits below. */
export function ShareButton() {
  const dispatch = useAppDispatch();
  return (
    <PopoverButton
      look="quiet"
      className={styles.share ?? ""}
      aria-label="Share"
      data-hint="Copy a short link to what is shown"
      label={
        <>
          <Share fontSize="inherit" /> <span>Share</span>
        </>
      }
      onOpen={() => void dispatch(copyShortLink())}
      content={(close) => <ShareMenu close={close} />}
    />
  );
}
