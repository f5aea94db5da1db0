import { isRecord } from "@/lib/storage/storage";
import { kept } from "../kept";
import { type Drawing, readDrawings } from "./drawings";

const MOST_DAYS = 200;

/** All days by place, the one drawn on last at the end; a place is read when it is shown. */
export const keptDrawings = kept<Record<string, unknown>>("session-almanac.drawings", {
  first: { value: {}, unread: 0 },
  read: (stored) => (isRecord(stored) ? { value: stored, unread: 0 } : { value: {}, unread: 1 }),
});

/** Where a symbol's drawings of every day are kept: `ES:*` */
const everyDayOf = (place: string) => `${place.split(":")[0]}:*`;

/** The drawings kept for a place (symbol and day), after those of every day; `dropped` could not be read. */
export function loadDrawings(place: string): ReturnType<typeof readDrawings> {
  const { value: days, unread } = keptDrawings.load();
  const read = (key: string) => readDrawings(key in days ? days[key] : []);
  const [every, own] = [read(everyDayOf(place)), read(place)];
  return { drawings: [...every.drawings, ...own.drawings], dropped: unread + every.dropped + own.dropped };
}

/**
 * Keep a place's drawings; beyond 200 days the one that was drawn on longest ago goes. False where the browser's
 * storage is full or closed.
 */
export function saveDrawings(place: string, drawings: readonly Drawing[]): boolean {
  const everyDay = everyDayOf(place);
  const { [place]: _day, [everyDay]: _every, ...others } = keptDrawings.load().value;
  const every = drawings.filter(({ isEveryDay }) => isEveryDay);
  const own = drawings.filter(({ isEveryDay }) => !isEveryDay);
  const entries = Object.entries({
    ...others,
    ...(every.length > 0 && { [everyDay]: every }),
    ...(own.length > 0 && { [place]: own }),
  });
  const days = entries.filter(([key]) => !key.endsWith(":*")).map(([key]) => key);
  const old = new Set(days.slice(0, -MOST_DAYS));
  return keptDrawings.keep(Object.fromEntries(entries.filter(([key]) => !old.has(key))));
}
