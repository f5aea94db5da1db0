const DATE = /\d{4}-\d{2}-\d{2}/g;
const DETAIL = /^selected_date: (.*); nearest: (.*)$/;

/**
 * The matching day closest to the one asked for, from an answer that it does not match, and why it does not; the
 * earlier of two as close. `also` is the one on the other side. Null for any other error and where no day matches.
 */
export function nearestDate(
  error: unknown,
  asked: string,
): { date: string; why: string; also: string | null } | null {
  const { code, detail } = bodyOf(error);
  if (code !== "date_not_matched" || typeof detail !== "string") return null;
  const [, why = `${asked} does not match`, nearest = ""] = DETAIL.exec(detail) ?? [];
  const others = (nearest.match(DATE) ?? []).filter((date) => date !== asked);
  const [date, also = null] = others.toSorted(
    (a, b) => distance(a, asked) - distance(b, asked) || (a < b ? -1 : 1),
  );
  return date === undefined ? null : { date, why, also };
}

function distance(a: string, b: string): number {
  return Math.abs(Date.parse(a) - Date.parse(b));
}

function bodyOf(error: unknown): Record<string, unknown> {
  const isAnswer = typeof error === "object" && error !== null && "data" in error;
  const data = isAnswer ? error.data : null;
  return typeof data === "object" && data !== null ? (data as Record<string, unknown>) : {};
}
