import styles from "./access.module.css";
import type { Failure } from "./failure";
import { WaitLine } from "./wait";

/** What went wrong, said at once, and when it can be tried again. */
export function FailureLines({ failure, left }: { failure: Failure | null; left: number }) {
  return (
    <>
      {failure && (
        <p className={styles.failure} role="alert">
          {failure.text}
        </p>
      )}
      <WaitLine left={left} />
    </>
  );
}
