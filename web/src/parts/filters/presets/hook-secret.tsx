import { Button } from "@/kit/button";
import { TextField } from "@/kit/fields/fields";
import styles from "./saved-filters.module.css";
import { HAVE_COPIED, SHOWN_ONCE } from "./words";

interface Props {
  secret: string;
  onNoted: () => void;
}

/** The secret that signs a webhook's messages: the service shows it in this one answer. */
export function HookSecret({ secret, onNoted }: Props) {
  return (
    <>
      <label className={styles.way}>
        Secret that signs its messages
        <TextField
          readOnly
          autoFocus
          spellCheck={false}
          value={secret}
          onFocus={(event) => event.currentTarget.select()}
        />
      </label>
      <p className={styles.caution}>{SHOWN_ONCE}</p>
      <Button look="primary" className={styles.single ?? ""} onClick={onNoted}>
        {HAVE_COPIED}
      </Button>
    </>
  );
}
