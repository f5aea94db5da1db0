import { readEntries } from "@/lib/storage/schema";
import { isRecord } from "@/lib/storage/storage";
import { kept } from "../kept";
import { type LedgerState, ledgerReducer, lookSeen, noLooks } from "./ledger-slice";
import { idOf, isFound, MOST_LOOKS, readLook, readTest, type Test } from "./looks";

const VERSION = 2;

/** The local storage entry of the looks at a symbol under a layout profile. */
export const placeOf = (symbol: string, profile: string | null) =>
  `session-almanac.ledger.${symbol}.${profile ?? "default"}`;

/** The ledger of a place, read look by look. */
export const keptLedger = (place: string) =>
  kept<LedgerState>(place, {
    first: { value: { ...noLooks, place }, unread: 0 },
    read: (stored) => {
      const given = isRecord(stored) ? stored : { looks: null };
      const listed = given.looks ?? (isRecord(stored) ? [] : null);
      const dropped = countOf(given.dropped);
      if (given.version === 1) {
        const { entries, unread } = readEntries(readTest, listed);
        return { value: ofVersion1({ ...noLooks, place, dropped }, entries), unread };
      }
      const { entries, unread } = readEntries(readLook, listed);
      const known = new Map(entries.map((look) => [idOf(look), look]));
      const looks = [...known.values()].sort((a, b) => a.at - b.at).slice(-MOST_LOOKS);
      const found = Math.max(countOf(given.found), looks.filter(isFound).length);
      return { value: { place, looks, dropped: dropped + known.size - looks.length, found }, unread };
    },
    write: ({ looks, dropped, found }) => ({ version: VERSION, looks, dropped, found }),
  });

const countOf = (given: unknown) => (Number.isSafeInteger(given) ? Math.max(0, Number(given)) : 0);

/** Version 1 kept the p of each feature: a question's smallest, times their number, is its adjusted one. */
function ofVersion1(ledger: LedgerState, tests: readonly Test[]): LedgerState {
  const looks = new Map<string, Test[]>();
  for (const test of tests) looks.set(idOf(test), [...(looks.get(idOf(test)) ?? []), test]);
  return [...looks.values()]
    .map((same) => {
      const smallest = same.reduce((least, each) => (each.p < least.p ? each : least));
      const at = Math.min(...same.map((each) => each.at));
      return { ...smallest, at, p: Math.min(1, smallest.p * same.length) };
    })
    .sort((a, b) => a.at - b.at)
    .reduce((before, test) => ledgerReducer(before, lookSeen(test)), ledger);
}
