import { eachYearOfInterval, format, isValid, isWeekend, parse, setYear, subDays } from "date-fns";
import type { Entry } from "./entries";

/** The first and the last day of the data, as ISO dates. */
export interface DataDates {
  first: string;
  last: string;
  /** Days behind them that are sealed, and why they are not shown. */
  sealed?: DataDates & { words: string };
}

const WHOLE = [
  "yyyy-M-d",
  "yyyy/M/d",
  "yyyyMMdd",
  "M/d/yyyy",
  "M/d/yy",
  "d.M.yyyy",
  "MMMM d yyyy",
  "MMM d yyyy",
  "d MMMM yyyy",
  "d MMM yyyy",
];
const YEARLESS = ["M/d", "MMMM d", "MMM d", "d MMMM", "d MMM"];
const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"] as const;
const LATEST = /^(?:last|latest|newest)(?: (?:day|session))?$/;
const MOST = 5;
/** A year of two digits is one near to this. */
const CENTURY = new Date(2020, 0, 1);

/** The days of the data that a text names, the one most likely meant first: none where it names no day. */
export function dayEntries(text: string, dates: DataDates, now = new Date()): Entry[] {
  const typed = plainText(text);
  const iso = daysNamed(typed, dates, now).map((day) => format(day, "yyyy-MM-dd"));
  const inside = [...new Set(iso)].filter((day) => day >= dates.first && day <= dates.last);
  return inside.slice(0, MOST).map(dayEntry);
}

/** Whether a text is a day, be it one of the data or not. */
export function isDayText(text: string): boolean {
  return wholeDays(plainText(text)).length > 0;
}

function dayEntry(iso: string): Entry {
  const day = dayOf(iso);
  return {
    id: `day ${iso}`,
    kind: "Day",
    title: format(day, "EEEE, MMMM d, yyyy"),
    detail: isWeekend(day) ? "No session at a weekend: the chart opens the nearest" : "Open the day's chart",
    alias: iso,
    target: { kind: "day", date: iso },
  };
}

/** "Fri, 4th of April 2025" as "4 april 2025". */
function plainText(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(",", " ")
    .replace(/(?<=\d)(?:st|nd|rd|th)\b/, "")
    .replace(/\bof\b/, " ")
    .replace(/\bsept\b/, "sep")
    .replace(/\b([a-z]{3})\.(?= |$)/, "$1")
    .replace(/^(?:sun|mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?)(?:day)?\.?\s+(?=\S)/, "")
    .trim()
    .replaceAll(/\s+/g, " ");
}

function daysNamed(typed: string, dates: DataDates, now: Date): Date[] {
  const last = dayOf(dates.last);
  if (LATEST.test(typed)) return [last];
  if (typed === "today") return [now];
  if (typed === "yesterday") return [subDays(now, 1)];
  const whole = wholeDays(typed);
  return whole.length > 0
    ? whole
    : [...weekdaysNamed(typed, now < last ? now : last), ...yearlyDays(typed, dates)];
}

function wholeDays(typed: string): Date[] {
  return WHOLE.flatMap((pattern) => read(typed, pattern, CENTURY));
}

/** "friday", "last fri": the latest ones up to `latest`. */
function weekdaysNamed(typed: string, latest: Date): Date[] {
  const name = typed.replace(/^last /, "");
  const at = name.length < 3 ? -1 : WEEKDAYS.findIndex((weekday) => weekday.startsWith(name));
  if (at < 0) return [];
  const newest = subDays(latest, (latest.getDay() - at + 7) % 7);
  return Array.from({ length: MOST }, (_, weeks) => subDays(newest, 7 * weeks));
}

/** "april 9": that day of each year of the data on which there can be a session, the latest first. */
function yearlyDays(typed: string, { first, last }: DataDates): Date[] {
  const leapYear = new Date(2000, 0, 1);
  const [named] = YEARLESS.flatMap((pattern) => read(typed, pattern, leapYear));
  if (!named) return [];
  return eachYearOfInterval({ start: dayOf(last), end: dayOf(first) })
    .map((year) => setYear(named, year.getFullYear()))
    .filter((day) => day.getMonth() === named.getMonth() && !isWeekend(day));
}

function read(typed: string, pattern: string, reference: Date): Date[] {
  const day = parse(typed, pattern, reference);
  return isValid(day) && day.getFullYear() > 1900 ? [day] : [];
}

/** Local midnight of an ISO date. */
const dayOf = (iso: string) => parse(iso, "yyyy-MM-dd", CENTURY);
