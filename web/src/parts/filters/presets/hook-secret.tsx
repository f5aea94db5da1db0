import { Button } from "@/kit/button";
import { TextField } from "@/kit/fields/fields";
import styles from "./saved-filters.module.css";

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
      <p className={styles.caution}>
        Copy it to the receiver now: it is not shown again. A watch that is ended and added again gets a new
        one.
      </p>
      <Button look="primary" className={styles.single ?? ""} onClick={onNoted}>
        I have copied it
      </Button>
    </>
  );
}
