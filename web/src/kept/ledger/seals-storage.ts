import { readEntries } from "@/lib/storage/schema";
import { isRecord } from "@/lib/storage/storage";
import { readOpening, readSeal, type Seal } from "@/question/seals";
import type { SealsState } from "@/question/seals-slice";
import { kept } from "../kept";

const VERSION = 1;

/** What is sealed and was opened, read entry by entry. */
export const keptSeals = kept<SealsState>("session-almanac.sealed", {
  first: { value: { seals: {}, openings: [] }, unread: 0 },
  read: (stored) => {
    if (!isRecord(stored)) return { value: { seals: {}, openings: [] }, unread: 1 };
    const seals = readEntries(readSymbol, Object.entries(isRecord(stored.seals) ? stored.seals : {}));
    const openings = readEntries(readOpening, Array.isArray(stored.openings) ? stored.openings : []);
    return {
      value: { seals: Object.fromEntries(seals.entries), openings: openings.entries },
      unread: seals.unread + openings.unread,
    };
  },
  write: (state) => ({ version: VERSION, ...state }),
});

function readSymbol(entry: unknown): [string, Seal] | null {
  const [symbol, stored] = entry as [string, unknown];
  const seal = readSeal(stored);
  return seal && [symbol, seal];
}
