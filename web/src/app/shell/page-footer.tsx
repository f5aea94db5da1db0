import { servedBy } from "@/lib/page-settings";
import styles from "./shell.module.css";

/** Which version this is, for a report of a fault. */
export function PageFooter() {
  const version = servedBy();
  return version === null ? null : <footer className={styles.version}>{version}</footer>;
}
