import { isRecord } from "@/lib/storage/storage";
import { type Drawing, readDrawings } from "./drawings";

export const DRAWINGS_NAME = "session-almanac.drawings";
const MOST_DAYS = 200;

/** What was kept of a day; `dropped` counts entries that could not be read. */
export interface KeptDrawings {
  drawings: Drawing[];
  dropped: number;
}

/** The drawings kept for a place (symbol and day). */
export function loadDrawings(place: string): KeptDrawings {
  const days = readDays();
  if (days === null) return { drawings: [], dropped: 1 };
  return place in days ? readDrawings(days[place]) : { drawings: [], dropped: 0 };
}

/**
 * Keep a place's drawings; beyond 200 days the one that was drawn on longest ago goes. False where the browser's
 * storage is full or closed.
 */
export function saveDrawings(place: string, drawings: readonly Drawing[]): boolean {
  const { [place]: _before, ...others } = readDays() ?? {};
  const days = Object.entries(drawings.length > 0 ? { ...others, [place]: drawings } : others);
  try {
    localStorage.setItem(DRAWINGS_NAME, JSON.stringify(Object.fromEntries(days.slice(-MOST_DAYS))));
    return true;
  } catch {
    return false;
  }
}

/** All days by place, the one drawn on last at the end; null where the entry cannot be read. */
function readDays(): Record<string, unknown> | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(DRAWINGS_NAME) ?? "{}");
    return isRecord(stored) ? stored : null;
  } catch {
    return null;
  }
}
