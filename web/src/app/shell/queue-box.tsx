import { useSyncExternalStore } from "react";
import { requestQueue } from "@/api/base-query";
import styles from "./shell.module.css";

/** Shown only while calls are under way or waiting; too short a call never makes it appear. */
export function QueueBox() {
  const { active, waiting } = useSyncExternalStore(requestQueue.subscribe, requestQueue.status);
  if (active + waiting === 0) return null;
  return (
    <div className={styles.queue} aria-hidden="true">
      {active} active, {waiting} waiting
    </div>
  );
}
