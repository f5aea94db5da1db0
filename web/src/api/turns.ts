import { browserStorage, parsedText } from "@/lib/storage";

const NAME = "session-almanac.turn";
/** Longer than any task takes, so that a tab that died in its turn holds nobody up for good. */
const LEASE_MS = 15_000;
/** What one tab wrote is read by the others well within this time. */
const SETTLED_MS = 60;

interface Turn {
  holder: string;
  until: number;
}

/**
 * Run a task while no other tab of this browser runs one. Where the page is not served securely the browser has no
 * locks; the tabs then take turns by a note in their shared storage.
 */
export async function inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
  if ("locks" in navigator) return await navigator.locks.request(NAME, task);
  await turnTaken(String(Math.random()));
  try {
    return await task();
  } finally {
    browserStorage.remove(NAME);
  }
}

/** Of tabs that write in the same moment the last one holds the turn; the others read that and wait. */
async function turnTaken(holder: string) {
  for (let isMine = false; !isMine; ) {
    const isFree = (turn()?.until ?? 0) < Date.now();
    if (isFree) browserStorage.write(NAME, JSON.stringify({ holder, until: Date.now() + LEASE_MS }));
    await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
    isMine = turn()?.holder === holder;
  }
}

function turn(): Turn | null {
  return (parsedText(browserStorage.read(NAME)) as Turn | null | undefined) ?? null;
}
