/** The date of `dates` (ascending, ISO) closest to the one asked for, the earlier of two as close; null without any. */
export function nearest(dates: readonly string[], asked: string): string | null {
  const distance = (date: string) => Math.abs(Date.parse(date) - Date.parse(asked));
  return dates.toSorted((a, b) => distance(a) - distance(b) || (a < b ? -1 : 1))[0] ?? null;
}
