import * as v from "valibot";
import { read, record } from "@/lib/storage/schema";
import { browserStorage, parsedText } from "@/lib/storage/storage";

const NAME = "session-almanac.lock";
/** Longer than any task takes, so that a tab that died with the lock holds nobody up for good. */
const LEASE_MS = 15_000;
/** What one tab wrote is read by the others well within this time. */
const SETTLED_MS = 60;

const lockKept = record({ holder: v.string(), until: v.number() });

/** Run a task while no other tab runs one; a page not served securely has no locks but a note in the storage. */
export async function withTabLock<Result>(task: () => Promise<Result>): Promise<Result> {
  if ("locks" in navigator) return await navigator.locks.request(NAME, task);
  await lockTaken(String(Math.random()));
  try {
    return await task();
  } finally {
    browserStorage.remove(NAME);
  }
}

/** Of tabs that write in the same moment the last one holds the lock; the others read that and wait. */
async function lockTaken(holder: string) {
  for (let isMine = false; !isMine; ) {
    const isFree = (lock()?.until ?? 0) < Date.now();
    if (isFree) browserStorage.write(NAME, JSON.stringify({ holder, until: Date.now() + LEASE_MS }));
    await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
    isMine = lock()?.holder === holder;
  }
}

const lock = () => read(lockKept, parsedText(browserStorage.read(NAME)));
