import * as v from "valibot";
import { read, record } from "@/lib/storage/schema";
import { isRecord, parsedText, tabStorage } from "@/lib/storage/storage";
import { LONGEST_NAME, type Profile, type ProfileKind, type ProfileType } from "./profiles-type";

/** What is kept of one kind. Entries stay as they were stored until they are read. */
interface Stored {
  activeId: unknown;
  profiles: unknown[];
}

/** The local storage entry of one kind, apart from the page's own so that tabs do not overwrite each other. */
export const entryName = (kind: ProfileKind) => `session-almanac.profiles.${kind}`;

/**
 * The saved profiles of a kind. What another version, a hand or another page wrote there is read entry by entry: a
 * bad one is put aside and named, the others stay. Which one is active a tab takes over once and then keeps as its own.
 * `leftOut` names entries that were no profiles. Null where the storage is closed.
 */
export function loadProfiles({ kind, read }: ProfileType) {
  let text: string | null;
  try {
    text = localStorage.getItem(entryName(kind));
  } catch {
    return null;
  }
  const stored = parsed(text);
  if (!stored) {
    putAside(kind, [text], { activeId: null, profiles: [] });
    return { profiles: [], activeId: null, leftOut: ["the whole list"] };
  }
  const { profiles, good, bad } = readEntries(stored.profiles, read);
  const wanted = parsedText(tabStorage.read(entryName(kind))) ?? stored;
  const activeId = profiles.find(({ id }) => isRecord(wanted) && id === wanted.activeId)?.id ?? null;
  keepInTab(kind, activeId);
  if (bad.length > 0) putAside(kind, bad, { ...stored, profiles: good });
  return { profiles, activeId, leftOut: bad.map(nameOf) };
}

/**
 * Change what is stored now, which another tab may have written since it was read here.
 *
 * @throws DOMException where the storage is full or closed, Error where it holds a text that found no room aside;
 *   nothing is changed then.
 */
export function storeProfiles(
  kind: ProfileKind,
  activeId: string | null,
  change: (entries: unknown[]) => unknown[] = (entries) => entries,
) {
  const stored = parsed(localStorage.getItem(entryName(kind)));
  if (!stored) throw new Error(`${entryName(kind)} holds no list of profiles; remove it from the storage`);
  const next = { ...stored, activeId, profiles: change(stored.profiles) };
  localStorage.setItem(entryName(kind), JSON.stringify(next));
  keepInTab(kind, activeId);
}

/** Keep which profile is active; a tab keeps its own, a new one starts with the last of all. */
export function storeActive(kind: ProfileKind, activeId: string | null) {
  keepInTab(kind, activeId);
  try {
    storeProfiles(kind, activeId);
  } catch {
    // A closed storage forgets it with the tab; the page itself goes on.
  }
}

function keepInTab(kind: ProfileKind, activeId: string | null) {
  tabStorage.write(entryName(kind), JSON.stringify({ activeId }));
}

/** An entry's id, where it has one. */
export const idOf = (entry: unknown) => (isRecord(entry) ? entry.id : undefined);

/** Null where the text holds no list of profiles. */
function parsed(text: string | null): Stored | null {
  if (text === null) return { activeId: null, profiles: [] };
  const stored = parsedText(text);
  if (!isRecord(stored) || !Array.isArray(stored.profiles)) return null;
  return { ...stored, activeId: stored.activeId, profiles: stored.profiles };
}

function readEntries(entries: unknown[], readSettings: ProfileType["read"]) {
  const profiles: Profile[] = [];
  const good: unknown[] = [];
  const bad: unknown[] = [];
  for (const entry of entries) {
    const found = read(named, entry);
    const settings = found && readSettings(found.settings);
    const isNew = found && settings && profiles.every(({ id }) => id !== found.id);
    if (isNew) profiles.push({ ...found, settings });
    (isNew ? good : bad).push(entry);
  }
  return { profiles, good, bad };
}

const name = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty(),
  v.transform((whole) => whole.slice(0, LONGEST_NAME)),
);
const named = record({
  id: v.pipe(v.string(), v.nonEmpty()),
  name,
  createdAt: v.fallback(v.pipe(v.number(), v.finite()), 0),
  settings: v.unknown(),
});

/** Move what could not be read out of the list, keeping it; where that fails everything stays as it is. */
function putAside(kind: ProfileKind, bad: unknown[], left: Stored) {
  const aside = `${entryName(kind)}.aside`;
  try {
    const before = parsedText(localStorage.getItem(aside)) ?? [];
    localStorage.setItem(aside, JSON.stringify([...(Array.isArray(before) ? before : [before]), ...bad]));
    localStorage.setItem(entryName(kind), JSON.stringify(left));
  } catch {
    // What has no room aside is read, and named, again the next time.
  }
}

function nameOf(entry: unknown): string {
  return read(record({ name }), entry)?.name ?? "one without a name";
}
