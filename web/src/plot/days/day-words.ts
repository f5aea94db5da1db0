import type { DayBars } from "@/api/generated";

const parts = new Intl.DateTimeFormat("en-US", {
  ...{ weekday: "long", day: "numeric", month: "short", year: "numeric" },
  timeZone: "UTC",
});

/** "Friday 3 May 2024" of an ISO date. */
export function dayName(iso: string): string {
  const found = new Map(parts.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]));
  return (["weekday", "day", "month", "year"] as const).map((part) => found.get(part)).join(" ");
}

/** Where in its range a day closed, from its low on, that still counts as near to one end. */
const NEAR = 0.2;

/** What a day did, for screen readers: "up 0.42 ADR10, closed near its high". */
export function dayWords(day: DayBars): string {
  return `${changeWords(day)}, closed ${placeWords(day)}`;
}

function changeWords({ c, tick, adr10 }: DayBars): string {
  const points = (c.at(-1) ?? 0) * tick;
  if (points === 0) return "unchanged";
  const far = Math.abs(points);
  const words = adr10 === null ? `${far.toFixed(2)} points` : `${(far / adr10).toFixed(2)} ADR10`;
  return `${points > 0 ? "up" : "down"} ${words}`;
}

function placeWords({ c, h, l }: DayBars): string {
  const [high, low, close] = [Math.max(...h), Math.min(...l), c.at(-1) ?? 0];
  const place = high === low ? 0.5 : (close - low) / (high - low);
  if (place >= 1 - NEAR) return "near its high";
  return place <= NEAR ? "near its low" : "within its range";
}
