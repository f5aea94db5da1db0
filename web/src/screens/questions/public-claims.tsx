import { Link } from "react-router";
import { Hints } from "@/kit/overlays/hints";
import { SHELL_ID } from "@/kit/overlays/shell-element";
import styles from "./claims.module.css";
import { Claims } from "./claims-page";
import { SIGN_IN_TO_ASK } from "./words";

/** The claims for visitors without a sign-in, where the service shows them to everybody. */
export default function PublicClaims() {
  return (
    <div id={SHELL_ID} className={styles.public}>
      <div>
        <header className={styles.top}>
          <span>Session Almanac</span>
          <Link to="/login">{SIGN_IN_TO_ASK}</Link>
        </header>
        <main id="content">
          <Claims />
        </main>
      </div>
      <Hints />
    </div>
  );
}
