import type { FormEvent, ReactNode } from "react";
import { Button } from "@/lib/ui/button";
import { Dialog } from "@/lib/ui/overlays/dialog";
import styles from "./profiles.module.css";

interface Props {
  title: string;
  /** What the button that does it says; left out where the dialog only asks which way to go. */
  doing?: string;
  isBlocked?: boolean;
  /** Why it was not done. */
  failure: string | null;
  onDo?: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A question over the page: Enter in a field does it, Escape and Cancel leave everything as it is. */
export function ProfileDialog({ title, doing, isBlocked = false, failure, onDo, onClose, children }: Props) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBlocked) onDo?.();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form className={styles.form} onSubmit={submit}>
        {children}
        <p className={styles.failure} role="alert">
          {failure}
        </p>
        <div className={styles.ways}>
          <Button onClick={onClose}>Cancel</Button>
          {doing !== undefined && (
            <Button look="primary" type="submit" disabled={isBlocked}>
              {doing}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}
