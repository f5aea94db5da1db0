import { browserStorage, isRecord, parsedText } from "@/lib/storage/storage";
import { type Drawing, readDrawings } from "./drawings";

export const DRAWINGS_NAME = "session-almanac.drawings";
const MOST_DAYS = 200;

/** Where a symbol's drawings of every day are kept: `ES:*` */
const everyDayOf = (place: string) => `${place.split(":")[0]}:*`;

/** The drawings kept for a place (symbol and day), after those of every day; `dropped` could not be read. */
export function loadDrawings(place: string): ReturnType<typeof readDrawings> {
  const days = readDays();
  if (days === null) return { drawings: [], dropped: 1 };
  const read = (key: string) => readDrawings(key in days ? days[key] : []);
  const [every, own] = [read(everyDayOf(place)), read(place)];
  return { drawings: [...every.drawings, ...own.drawings], dropped: every.dropped + own.dropped };
}

/**
 * Keep a place's drawings; beyond 200 days the one that was drawn on longest ago goes. False where the browser's
 * storage is full or closed.
 */
export function saveDrawings(place: string, drawings: readonly Drawing[]): boolean {
  const everyDay = everyDayOf(place);
  const { [place]: _day, [everyDay]: _every, ...others } = readDays() ?? {};
  const every = drawings.filter(({ isEveryDay }) => isEveryDay);
  const own = drawings.filter(({ isEveryDay }) => !isEveryDay);
  const kept = Object.entries({
    ...others,
    ...(every.length > 0 && { [everyDay]: every }),
    ...(own.length > 0 && { [place]: own }),
  });
  const days = kept.filter(([key]) => !key.endsWith(":*")).map(([key]) => key);
  const old = new Set(days.slice(0, -MOST_DAYS));
  const text = JSON.stringify(Object.fromEntries(kept.filter(([key]) => !old.has(key))));
  return browserStorage.write(DRAWINGS_NAME, text);
}

/** All days by place, the one drawn on last at the end; null where the entry cannot be read. */
function readDays(): Record<string, unknown> | null {
  const stored = parsedText(browserStorage.read(DRAWINGS_NAME) ?? "{}");
  return isRecord(stored) ? stored : null;
}
