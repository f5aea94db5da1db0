import {
  type Filter,
  isComplete,
  isListOperator,
  mergeFilters,
  OPERATOR_WORDS,
  type Unread,
} from "@/lib/filters/filters";
import { isRecord } from "@/lib/storage/storage";

/** The server answers no more than these at once. */
export const MOST_FILTERS = 50;
const LONGEST_TEXT = 100;
const MOST_PARTS = 500;
const LAST_BAR = 81;

/** The filters in data from outside, one per feature, and the features whose filter could not be read. */
export interface ReadFilters {
  filters: Filter[];
  unread: string[];
}

/**
 * The filter that data from outside (a link, a storage, another version) stands for, or null where no card could
 * hold it. Its value may still lack a part, as on a card; whether the catalogue has such a feature is not asked.
 */
export function readFilter(data: unknown): Filter | null {
  if (!isRecord(data)) return null;
  const { feature, operator, value, by_bar } = data;
  const unread = readUnread(data.unread);
  const isNamed = isText(feature) && feature !== "";
  const isOperator = typeof operator === "string" && Object.hasOwn(OPERATOR_WORDS, operator);
  const isBarOrNone = by_bar === undefined || isBar(by_bar);
  if (!isNamed || !isOperator || !isBarOrNone || !isValueOf(operator as Filter["operator"], value))
    return null;
  return {
    feature,
    operator,
    value,
    ...(by_bar !== undefined && { by_bar }),
    ...(unread && { unread }),
  } as Filter;
}

const FIELDS = ["value", "low", "high", "by_bar"] as const;

/** What stood in fields without being a number: a filter saved while it waited goes on waiting. */
function readUnread(data: unknown): Unread | null {
  if (!isRecord(data)) return null;
  const texts = FIELDS.flatMap((field) => (isText(data[field]) ? [[field, data[field]]] : []));
  return texts.length === 0 ? null : Object.fromEntries(texts);
}

/** Filters that could be sent. */
export function readWhole(data: unknown): ReadFilters {
  return readAll(data, (entry) => {
    const filter = readFilter(entry);
    return filter && isComplete(filter) && !lacksPart(filter) ? filter : null;
  });
}

/** Filters as cards hold them, incomplete ones too. */
export function readDrafts(data: unknown): ReadFilters {
  return readAll(data, readFilter);
}

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

function lacksPart({ value }: Filter): boolean {
  return Array.isArray(value) && value.includes(null);
}

function nameOf(entry: unknown): string {
  const name = isRecord(entry) ? entry.feature : undefined;
  return typeof name === "string" && name !== "" ? name.slice(0, 40) : "one without a name";
}

function isValueOf(operator: Filter["operator"], value: unknown): boolean {
  if (operator === "range") return Array.isArray(value) && value.length === 2 && value.every(isPart);
  if (isListOperator(operator))
    return Array.isArray(value) && value.length <= MOST_PARTS && value.every(isPart);
  return isPart(value);
}

function isPart(part: unknown): boolean {
  return part === null || typeof part === "boolean" || isText(part) || Number.isFinite(part);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.length <= LONGEST_TEXT;
}

function isBar(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= LAST_BAR;
}
