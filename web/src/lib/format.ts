const counts = new Intl.NumberFormat("en-US");

/** 1,234 */
export function formatCount(value: number): string {
  return counts.format(value);
}

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

/** A catalogue value as it is read: `full_up` becomes `Full up`. */
export function capitalise(label: string): string {
  const words = label.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
