import type { ListedDay, ListedDayRequest } from "@/api/generated";
import { csvLines, csvText } from "@/lib/text/csv";
import { isDay } from "@/lib/text/format";

/** A note and a name have at most so many characters. */
export const LONGEST_NOTE = 280;
export const LONGEST_NAME = 60;

const LINE = /^["'\s]*(\d{4}-\d{2}-\d{2})["']?\s*[,;:\t]?\s*(.*)$/;
const HEAD = /^"?date"?\b/i;

/** Days out of a text, and what of it is none: "line 2: ...". */
export interface ReadDays {
  days: ListedDayRequest[];
  unread: string[];
}

/** Days typed or pasted, one a line: a date as YYYY-MM-DD and, behind it, a note; the lines of an exported file too. */
export function readDays(text: string): ReadDays {
  const days: ListedDayRequest[] = [];
  const unread: string[] = [];
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "" || (at === 0 && HEAD.test(line))) continue;
    const [, date = "", note = ""] = LINE.exec(line) ?? [];
    if (isDay(date)) days.push({ date, note: unquoted(note.trim()) });
    else unread.push(`line ${at + 1}: “${line.trim().slice(0, 20)}”`);
  }
  return { days, unread };
}

function unquoted(note: string): string {
  const [, inner] = /^"(.*)"$/.exec(note) ?? [];
  return inner === undefined ? note : inner.replaceAll('""', '"');
}

/** Days by date, each once: a day that comes again keeps its note unless it brings one. */
export function withDays(
  days: readonly ListedDayRequest[],
  more: readonly ListedDayRequest[],
): ListedDayRequest[] {
  const notes = new Map(days.map(({ date, note }) => [date, note ?? ""]));
  for (const { date, note } of more) notes.set(date, note || (notes.get(date) ?? ""));
  return [...notes]
    .map(([date, note]) => ({ date, note }))
    .toSorted((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)));
}

/** A list's days as a file for spreadsheets. */
export function csvOf(days: readonly ListedDay[]): string {
  return csvLines(
    ["date", "note"],
    days.map(({ date, note }) => [date, csvText(note)]),
  );
}

/** The name of a list's file: what no file system takes is left out. */
export function fileNameOf(list: string): string {
  return `${list.replaceAll(/[\\/:*?"<>|]/g, "").trim() || "days"}.csv`;
}
