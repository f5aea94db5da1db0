import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Refusal } from "@/api/session/session-slice";
import { readTokens } from "@/api/session/tokens";
import { Button } from "@/kit/button";
import { useTitle } from "@/kit/use-title";
import { useAppDispatch } from "@/lib/state/hooks";
import styles from "../access.module.css";
import { useWait, WaitLine } from "../attempt";
import { courseUrl, supportUrl } from "../return-url";
import { CodeStep } from "./code-step";
import { asksForCode, enter, goOn } from "./entry";

/** Nothing to enter by: somebody with an account of their own may still sign in. */
const NOTHING_GIVEN = "authentication_required";

interface Props {
  text: string;
  heading?: string;
  children?: ReactNode;
}

/** Why the visitor was not let in, and the ways out. */
export function AccessRestricted({ text, heading = "Access restricted", children }: Props) {
  useTitle(heading);
  return (
    <main className={styles.centre}>
      <div className={styles.panel}>
        <h1>{heading}</h1>
        <p role="alert">{text}</p>
        {children}
        <div className={styles.ways}>
          <Button look="primary" href={courseUrl()} target="_top">
            Return to Course
          </Button>
          <Button href={supportUrl()} target="_top">
            Contact Support
          </Button>
        </div>
      </div>
    </main>
  );
}

/** A refused entry; one that may yet succeed can be tried again when the server says so. */
export function RefusedEntry({ refusal }: { refusal: Refusal }) {
  if (asksForCode(refusal))
    return (
      <AccessRestricted heading="Confirm your access" text={refusal.text}>
        <CodeStep />
      </AccessRestricted>
    );
  return (
    <AccessRestricted text={refusal.text}>
      {refusal.more && refusal.more !== refusal.text && <p>{refusal.more}</p>}
      {refusal.canPass && <TryAgain from={refusal.retryAt} />}
      {refusal.code !== null && <StillSignedIn />}
      {refusal.code === NOTHING_GIVEN && (
        <p>
          With a username and password you can <Link to="/login">sign in here</Link>.
        </p>
      )}
    </AccessRestricted>
  );
}

/** The refusal is the link's; a session from before it runs on. */
function StillSignedIn() {
  const dispatch = useAppDispatch();
  if (readTokens() === null) return null;
  return (
    <>
      <p>You are still signed in from before.</p>
      <Button className={styles.single ?? ""} onClick={() => void dispatch(goOn())}>
        Go on
      </Button>
    </>
  );
}

function TryAgain({ from }: { from: number | null }) {
  const dispatch = useAppDispatch();
  const left = useWait(from);
  return (
    <>
      <WaitLine left={left} />
      <Button className={styles.single ?? ""} disabled={left > 0} onClick={() => void dispatch(enter())}>
        Try again
      </Button>
    </>
  );
}
