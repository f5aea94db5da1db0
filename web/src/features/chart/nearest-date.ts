const DATE = /\d{4}-\d{2}-\d{2}/g;

/**
 * The matching day closest to the one asked for, from an answer that it does not match; the earlier of two as
 * close. Null for any other error and where no day matches.
 */
export function nearestDate(error: unknown, asked: string): string | null {
  const { code, detail } = bodyOf(error);
  if (code !== "date_not_matched" || typeof detail !== "string") return null;
  const nearest = detail.slice(detail.indexOf("nearest")).match(DATE) ?? [];
  const others = nearest.filter((date) => date !== asked);
  return others.toSorted((a, b) => distance(a, asked) - distance(b, asked) || (a < b ? -1 : 1))[0] ?? null;
}

function distance(a: string, b: string): number {
  return Math.abs(Date.parse(a) - Date.parse(b));
}

function bodyOf(error: unknown): Record<string, unknown> {
  const isAnswer = typeof error === "object" && error !== null && "data" in error;
  const data = isAnswer ? error.data : null;
  return typeof data === "object" && data !== null ? (data as Record<string, unknown>) : {};
}
