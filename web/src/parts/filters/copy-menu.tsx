import { copyLink } from "@/address/link";
import { copyShortLink } from "@/address/short-link";
import { Button } from "@/kit/button";
import { type AppThunk, useAppDispatch } from "@/lib/state/hooks";
import styles from "./copy-menu.module.css";

const LINKS = [
  ["Short link", "Tells people who open it what has changed since", copyShortLink],
  ["Full link", "Bears the view itself and needs nobody to keep it", copyLink],
] as const satisfies readonly [string, string, () => AppThunk<Promise<void>>][];

/** The two addresses of what the page shows. */
export default function CopyMenu({ close }: { close: () => void }) {
  const dispatch = useAppDispatch();
  return (
    <ul className={styles.links}>
      {LINKS.map(([name, words, copy], at) => (
        <li key={name}>
          <Button
            autoFocus={at === 0}
            onClick={() => {
              void dispatch(copy());
              close();
            }}
          >
            {name}
          </Button>
          <span>{words}</span>
        </li>
      ))}
    </ul>
  );
}
