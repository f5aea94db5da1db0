import { browserStorage, isRecord, parsedText } from "@/lib/storage/storage";
import { readOpening, readSeal, type Seal } from "@/question/seals";
import type { SealsState } from "@/question/seals-slice";

/** The local storage entry of sealed days and opened envelopes. */
export const SEALS = "session-almanac.sealed";
const VERSION = 1;

/** What is sealed and was opened, read entry by entry; `unread` of them could not be. */
export function loadSeals(): { state: SealsState; unread: number } {
  const text = browserStorage.read(SEALS);
  const stored = parsedText(text);
  if (!isRecord(stored)) return { state: { seals: {}, openings: [] }, unread: text === null ? 0 : 1 };
  const seals = Object.entries(isRecord(stored.seals) ? stored.seals : {}).map(
    ([symbol, seal]) => [symbol, readSeal(seal)] as const,
  );
  const openings = (Array.isArray(stored.openings) ? stored.openings : []).map(readOpening);
  const good = seals.filter((entry): entry is [string, Seal] => entry[1] !== null);
  const opened = openings.filter((opening) => opening !== null);
  return {
    state: { seals: Object.fromEntries(good), openings: opened },
    unread: seals.length - good.length + openings.length - opened.length,
  };
}

/** Keep them; false where the storage is full or closed. */
export const keepSeals = (state: SealsState) =>
  browserStorage.write(SEALS, JSON.stringify({ version: VERSION, ...state }));
