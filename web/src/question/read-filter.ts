import * as v from "valibot";
import { read, record, text, within } from "@/lib/storage/schema";
import { isRecord } from "@/lib/storage/storage";
import {
  ALL_OPERATORS,
  applied,
  type Condition,
  conditionsIn,
  type Filter,
  type Group,
  type GroupKind,
  groupId,
  isComplete,
  LAST_BAR,
  MOST_FIRST_IN,
  OPERATORS,
  type Operator,
  onePerId,
  type Unread,
} from "./filters";

/** The server answers no more conditions than these at once, those in groups counted. */
export const MOST_FILTERS = 50;
const LONGEST_TEXT = 100;
const MOST_PARTS = 500;

/** The filters in data from outside, one per id, and the names of those that could not be read. */
export interface ReadFilters {
  filters: Filter[];
  unread: string[];
}

const words = text(LONGEST_TEXT);
const part = v.nullable(v.union([v.boolean(), words, v.pipe(v.number(), v.finite())]));
const name = v.pipe(words, v.nonEmpty());
const whole = (max: number) => v.pipe(within({ min: 1, max }), v.integer());
const common = {
  feature: name,
  by_bar: v.exactOptional(whole(LAST_BAR)),
  first_in: v.exactOptional(whole(MOST_FIRST_IN)),
  replaces: v.exactOptional(name),
  removed: v.exactOptional(v.literal(true)),
};
const taking = (takes: (typeof OPERATORS)[Operator]["takes"]) =>
  v.picklist(ALL_OPERATORS.filter((operator) => OPERATORS[operator].takes === takes));
const schema = v.variant("operator", [
  v.object({ ...common, operator: taking("range"), value: v.pipe(v.array(part), v.length(2)) }),
  v.object({ ...common, operator: taking("list"), value: v.pipe(v.array(part), v.maxLength(MOST_PARTS)) }),
  v.object({ ...common, operator: taking("value"), value: part }),
]);

/**
 * The filter that data from outside (a link, a storage, another version) stands for, or null where no card could
 * hold it. Its value may still lack a part, as on a card; whether the catalogue has such a feature is not asked.
 */
export function readFilter(data: unknown): Filter | null {
  return isRecord(data) && kindIn(data) ? readGroup(data) : readCondition(data);
}

function readCondition(data: unknown): Condition | null {
  const condition = read(schema, data);
  const unread = isRecord(data) ? readUnread(data.unread) : null;
  return condition && { ...condition, ...(unread && { unread }) };
}

const FIELDS = ["value", "low", "high", "by_bar", "first_in"] as const;

/** What stood in fields without being a number: a filter saved while it waited goes on waiting. */
function readUnread(data: unknown): Unread | null {
  if (!isRecord(data)) return null;
  const texts = FIELDS.flatMap((field) => (v.is(words, data[field]) ? [[field, data[field]]] : []));
  return texts.length === 0 ? null : Object.fromEntries(texts);
}

const KINDS: readonly GroupKind[] = ["any_of", "none_of", "at_least"];
export const isGroupKind = (name: unknown): name is GroupKind => KINDS.some((kind) => kind === name);

/** The kind of the group that data stands for: as the page keeps it by `kind`, as the API takes it by its key. */
const kindIn = (data: Record<string, unknown>) =>
  isGroupKind(data.kind) ? data.kind : KINDS.find((kind) => (data[kind] ?? null) !== null);

const group = record({
  id: v.exactOptional(v.pipe(words, v.startsWith("group-"))),
  kind: v.picklist(KINDS),
  count: v.exactOptional(whole(MOST_FILTERS)),
  of: v.pipe(v.array(v.unknown()), v.minLength(1), v.maxLength(MOST_FILTERS)),
  replaces: v.exactOptional(name),
  removed: v.exactOptional(v.literal(true)),
});

/** A group whose conditions can all be read. */
function readGroup(data: Record<string, unknown>): Group | null {
  const kept = read(group, keptForm(data));
  const members = (kept?.of ?? []).map(readCondition).filter((member) => member !== null);
  if (!kept || members.length < kept.of.length) return null;
  if ((kept.kind === "at_least") !== (kept.count !== undefined)) return null;
  return { ...kept, id: kept.id ?? groupId({ ...kept, of: members }), of: members };
}

/** A group as the page keeps it, out of its form in a request. */
function keptForm(data: Record<string, unknown>): unknown {
  const kind = kindIn(data);
  if (kind === undefined || data.kind === kind) return data;
  const said = data[kind];
  return kind === "at_least" && isRecord(said)
    ? { kind, count: said.count, of: said.of }
    : { kind, of: said };
}

/** Filters that could be sent, as they are once they are applied. */
export function readWhole(data: unknown): ReadFilters {
  return readAll(data, (entry) => {
    const filter = readFilter(entry);
    const parts = filter && conditionsIn(filter).flatMap(({ value }) => value);
    return filter && !filter.removed && isComplete(filter) && !parts?.includes(null) ? applied(filter) : null;
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
    if (filter && found.flatMap(conditionsIn).length + sizeOf(filter) <= MOST_FILTERS) found.push(filter);
    else unread.push(nameOf(entry));
  }
  if (data.length > MOST_FILTERS) unread.push(`${data.length - MOST_FILTERS} more`);
  return { filters: onePerId(found), unread };
}

const sizeOf = (filter: Filter) => conditionsIn(filter).length;

function nameOf(entry: unknown): string {
  if (isRecord(entry) && kindIn(entry)) return "a group";
  const name = isRecord(entry) ? entry.feature : undefined;
  return typeof name === "string" && name !== "" ? name.slice(0, 40) : "one without a name";
}
