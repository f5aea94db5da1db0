import { readEntries } from "@/lib/storage/schema";
import { isRecord } from "@/lib/storage/storage";
import { kept } from "../kept";
import type { LedgerState } from "./ledger-slice";
import { idOf, MOST_LOOKS, readLook } from "./looks";

const VERSION = 1;

/** The local storage entry of the looks at a symbol under a layout profile. */
export const placeOf = (symbol: string, profile: string | null) =>
  `session-almanac.ledger.${symbol}.${profile ?? "default"}`;

/** The ledger of a place, read look by look. */
export const keptLedger = (place: string) =>
  kept<LedgerState>(place, {
    first: { value: { place, looks: [], dropped: 0 }, unread: 0 },
    read: (stored) => {
      const given = isRecord(stored) ? stored : { looks: null };
      const { entries, unread } = readEntries(readLook, given.looks ?? (isRecord(stored) ? [] : null));
      const known = new Map(entries.map((look) => [idOf(look), look]));
      const looks = [...known.values()].sort((a, b) => a.at - b.at).slice(-MOST_LOOKS);
      const dropped = Number.isSafeInteger(given.dropped) ? Math.max(0, Number(given.dropped)) : 0;
      return { value: { place, looks, dropped: dropped + known.size - looks.length }, unread };
    },
    write: ({ looks, dropped }) => ({ version: VERSION, looks, dropped }),
  });
