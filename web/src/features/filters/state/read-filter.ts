import * as v from "valibot";
import { read, text, within } from "@/lib/storage/schema";
import { isRecord } from "@/lib/storage/storage";
import { type Filter, isComplete, LAST_BAR, mergeFilters, type Unread } from "./filters";

/** The server answers no more than these at once. */
export const MOST_FILTERS = 50;
const LONGEST_TEXT = 100;
const MOST_PARTS = 500;

/** The filters in data from outside, one per feature, and the features whose filter could not be read. */
export interface ReadFilters {
  filters: Filter[];
  unread: string[];
}

const words = text(LONGEST_TEXT);
const part = v.nullable(v.union([v.boolean(), words, v.pipe(v.number(), v.finite())]));
const common = {
  feature: v.pipe(words, v.nonEmpty()),
  by_bar: v.exactOptional(v.pipe(within({ min: 1, max: LAST_BAR }), v.integer())),
};
const condition = v.variant("operator", [
  v.object({ ...common, operator: v.literal("range"), value: v.pipe(v.array(part), v.length(2)) }),
  v.object({
    ...common,
    operator: v.picklist(["in", "not_in"]),
    value: v.pipe(v.array(part), v.maxLength(MOST_PARTS)),
  }),
  v.object({ ...common, operator: v.picklist(["=", "!=", ">", "<", ">=", "<="]), value: part }),
]);

/**
 * The filter that data from outside (a link, a storage, another version) stands for, or null where no card could
 * hold it. Its value may still lack a part, as on a card; whether the catalogue has such a feature is not asked.
 */
export function readFilter(data: unknown): Filter | null {
  const filter = read(condition, data);
  const unread = isRecord(data) ? readUnread(data.unread) : null;
  return filter && { ...filter, ...(unread && { unread }) };
}

const FIELDS = ["value", "low", "high", "by_bar"] as const;

/** What stood in fields without being a number: a filter saved while it waited goes on waiting. */
function readUnread(data: unknown): Unread | null {
  if (!isRecord(data)) return null;
  const texts = FIELDS.flatMap((field) => (v.is(words, data[field]) ? [[field, data[field]]] : []));
  return texts.length === 0 ? null : Object.fromEntries(texts);
}

/** Filters that could be sent. */
export function readWhole(data: unknown): ReadFilters {
  return readAll(data, (entry) => {
    const filter = readFilter(entry);
    const hasParts = filter && ![filter.value].flat().includes(null);
    return hasParts && isComplete(filter) ? filter : null;
  });
}

/** Filters as cards hold them, incomplete ones too. */
export const readDrafts = (data: unknown): ReadFilters => readAll(data, readFilter);

function readAll(data: unknown, read: (entry: unknown) => Filter | null): ReadFilters {
  if (!Array.isArray(data)) return { filters: [], unread: data === undefined ? [] : ["all filters"] };
  const found: Filter[] = [];
  const unread: string[] = [];
  for (const entry of data.slice(0, MOST_FILTERS)) {
    const filter = read(entry);
    if (filter) found.push(filter);
    else unread.push(nameOf(entry));
  }
  if (data.length > MOST_FILTERS) unread.push(`${data.length - MOST_FILTERS} more`);
  return { filters: mergeFilters([], found), unread };
}

function nameOf(entry: unknown): string {
  const name = isRecord(entry) ? entry.feature : undefined;
  return typeof name === "string" && name !== "" ? name.slice(0, 40) : "one without a name";
}
