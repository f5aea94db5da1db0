import { browserStorage, isRecord, parsedText } from "@/lib/storage/storage";
import type { LedgerState } from "./ledger-slice";
import { idOf, type Look, MOST_LOOKS, readLook } from "./looks";

const NAME = "session-almanac.ledger";
const VERSION = 1;

/** The local storage entry of the looks at a symbol under a layout profile. */
export const placeOf = (symbol: string, profile: string | null) =>
  `${NAME}.${symbol}.${profile ?? "default"}`;

/** A place's ledger, read look by look; `unread` of them could not be. */
export function loadLedger(place: string): { ledger: LedgerState; unread: number } {
  const stored = parsedText(browserStorage.read(place) ?? "{}");
  if (!isRecord(stored)) return { ledger: { place, looks: [], dropped: 0 }, unread: 1 };
  const entries = Array.isArray(stored.looks) ? stored.looks : [];
  const found = entries.map(readLook).filter((look) => look !== null);
  const known = new Map<string, Look>();
  for (const look of found) known.set(idOf(look), look);
  const looks = [...known.values()].sort((a, b) => a.at - b.at).slice(-MOST_LOOKS);
  const dropped = Number.isSafeInteger(stored.dropped) ? Math.max(0, Number(stored.dropped)) : 0;
  const isList = stored.looks === undefined || Array.isArray(stored.looks);
  const unread = isList ? entries.length - found.length : 1;
  return { ledger: { place, looks, dropped: dropped + known.size - looks.length }, unread };
}

/** Keep a ledger; false where the storage is full or closed. */
export function keepLedger({ place, looks, dropped }: LedgerState): boolean {
  return place === null || browserStorage.write(place, JSON.stringify({ version: VERSION, looks, dropped }));
}
