/** 1,234 */
export const formatCount = new Intl.NumberFormat("en-US").format;

/** Percent with the page's two decimals; `value` on 0..100, a dash where nothing is known. */
export function formatPercent(value: number | null | undefined): string {
  return value === null || value === undefined ? "–" : `${value.toFixed(2)}%`;
}

/** The server's words as the page writes them: "≥ 40%", "−40 to −20 pts". */
export function asRead(text: string): string {
  return text
    .replaceAll(">=", "≥")
    .replaceAll("<=", "≤")
    .replaceAll(/(?<=\d) %/g, "%")
    .replaceAll(/(?<!\d)-(?=\d)/g, "−");
}

/** "1 day", "2 days" */
export function countOf(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** ISO date as MM/dd/yyyy. */
export function formatDate(iso: string): string {
  const [year, month, day] = iso.split("-");
  return `${month}/${day}/${year}`;
}

/** Milliseconds since the epoch as the visitor's clock says it: "Nov 21, 2026, 9:15:07 AM". */
export const formatMoment = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "medium" })
  .format;

/** The time of day on the visitor's clock: "9:15 AM". */
export const formatClock = new Intl.DateTimeFormat("en-US", { timeStyle: "short" }).format;

/** A catalogue value as it is read: `full_up` becomes `Full up`. */
export const capitalise = (label: string) => upperFirst(label.replaceAll("_", " "));

export const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const MOST_LISTED = 5;
const LONGEST_LISTED = 40;

/** "a, b and 3 more": names in one line, however many and however long. */
export function listed(names: readonly string[]): string {
  const unlike = [...new Set(names)];
  const first = unlike
    .slice(0, MOST_LISTED)
    .map((name) => (name.length > LONGEST_LISTED ? `${name.slice(0, LONGEST_LISTED)}…` : name));
  const rest = unlike.length - first.length;
  return first.join(", ") + (rest > 0 ? ` and ${formatCount(rest)} more` : "");
}

/** Whether a text is a day of the calendar as YYYY-MM-DD. */
export function isDay(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text;
}
