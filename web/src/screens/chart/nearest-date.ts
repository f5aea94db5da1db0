import { isRecord } from "@/lib/storage/storage";

const DATE = /\d{4}-\d{2}-\d{2}/g;
const DETAIL = /^selected_date: (.*); nearest: (.*)$/;

/**
 * The matching day closest to the wanted one, from an answer that it does not match, and why it does not; the
 * earlier of two as close. `also` is the one on the other side. Null for any other error and where no day matches.
 */
export function nearestDate(error: unknown, wanted: string) {
  const body = isRecord(error) && isRecord(error.data) ? error.data : {};
  if (body.code !== "date_not_matched" || typeof body.detail !== "string") return null;
  const [, why = `${wanted} does not match`, nearest = ""] = DETAIL.exec(body.detail) ?? [];
  const distance = (date: string) => Math.abs(Date.parse(date) - Date.parse(wanted));
  const [date, also = null] = (nearest.match(DATE) ?? [])
    .filter((other) => other !== wanted)
    .toSorted((a, b) => distance(a) - distance(b) || (a < b ? -1 : 1));
  return date === undefined ? null : { date, why, also };
}
