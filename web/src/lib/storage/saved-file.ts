import { isRecord, parsedText } from "./storage";

const FORMAT = "session-almanac saved";
const VERSION = 1;
const MOST_BYTES = 1_000_000;
const MOST_ENTRIES = 500;
const LONGEST_NAME = 60;

/** What a file holds: one kind of saved thing. */
export type FileKind = "presets" | "dashboard" | "ama" | "lines";

/** Why a file cannot be taken in: the field, and what was expected there. */
export class BadFile extends Error {}

/** Saved things as the text of a file, each `entry` with its name. */
export function savedFile(kind: FileKind, entries: readonly { name: string }[]): Blob {
  const text = JSON.stringify({ format: FORMAT, version: VERSION, kind, entries }, null, 2);
  return new Blob([text], { type: "application/json" });
}

/** The entries of a file as `read` takes them in; throws BadFile where any part is not as `savedFile` writes it. */
export async function readSavedFile<Entry>(
  file: Blob,
  kind: FileKind,
  read: (entry: Record<string, unknown>) => Entry,
): Promise<(Entry & { name: string })[]> {
  if (file.size > MOST_BYTES) throw new BadFile("size: expected at most 1 MB");
  const whole = parsedText(await file.text());
  if (!isRecord(whole)) throw new BadFile("content: expected a file that was exported here");
  for (const [field, expected] of Object.entries({ format: FORMAT, version: VERSION, kind }))
    if (whole[field] !== expected) throw new BadFile(`${field}: expected ${JSON.stringify(expected)}`);
  const { entries } = whole;
  const isList = Array.isArray(entries) && entries.length > 0 && entries.length <= MOST_ENTRIES;
  if (!isList) throw new BadFile(`entries: expected a list of 1 to ${MOST_ENTRIES}`);
  return entries.map((entry: unknown, at) => readEntry(entry, `entry ${at + 1}`, read));
}

function readEntry<Entry>(entry: unknown, place: string, read: (entry: Record<string, unknown>) => Entry) {
  if (!isRecord(entry)) throw new BadFile(`${place}: expected a name and what it stands for`);
  const name = typeof entry.name === "string" ? entry.name.trim() : "";
  if (name === "" || name.length > LONGEST_NAME)
    throw new BadFile(`${place}, name: expected 1 to ${LONGEST_NAME} letters`);
  try {
    return { ...read(entry), name };
  } catch (reason) {
    throw reason instanceof BadFile ? new BadFile(`${place} (${name}), ${reason.message}`) : reason;
  }
}

/** Entries under names that are not taken: one that is gets a number. */
export function freelyNamed<Entry extends { name: string }>(
  entries: readonly Entry[],
  taken: Iterable<string>,
) {
  const names = new Set(taken);
  return entries.map((entry) => {
    const name = freeName(entry.name, names);
    names.add(name);
    return { ...entry, name };
  });
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 2, free = name; ; number += 1) {
    if (!taken.has(free)) return free;
    const mark = ` (${number})`;
    free = name.slice(0, LONGEST_NAME - mark.length) + mark;
  }
}
