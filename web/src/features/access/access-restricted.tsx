import { buttonClass } from "@/lib/ui/button";
import styles from "./access.module.css";
import { courseUrl, supportUrl } from "./return-url";

/** Why the visitor was not let in, and the ways out. */
export function AccessRestricted({ text }: { text: string }) {
  return (
    <main className={styles.centre}>
      <div className={styles.panel}>
        <h1>Access restricted</h1>
        <p role="alert">{text}</p>
        <div className={styles.ways}>
          <a className={buttonClass("primary")} href={courseUrl()}>
            Return to Course
          </a>
          <a className={buttonClass("plain")} href={supportUrl()}>
            Contact Support
          </a>
        </div>
      </div>
    </main>
  );
}
