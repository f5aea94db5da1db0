import { copyLink } from "@/address/link";
import { Button } from "@/kit/button";
import { useAppDispatch } from "@/lib/state/hooks";
import styles from "./share-menu.module.css";

/** What stands below Share once the short link is copied: what that link does, and the long one. */
export default function ShareMenu({ close }: { close: () => void }) {
  const dispatch = useAppDispatch();
  return (
    <div className={styles.links}>
      <p>The short link also shows how the numbers changed since today.</p>
      <Button
        autoFocus
        onClick={() => {
          void dispatch(copyLink());
          close();
        }}
      >
        Copy the long link
      </Button>
      <p>It works as long as the site does.</p>
    </div>
  );
}
