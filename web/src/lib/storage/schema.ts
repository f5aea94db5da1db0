import * as v from "valibot";
import { isRecord } from "./storage";

/** What JSON has between braces; valibot alone takes a list for an object too. */
export const record = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.pipe(v.custom<object>(isRecord), v.object(entries));

/** A finite number within limits, both included. */
export const within = ({ min, max }: { min: number; max: number }) =>
  v.pipe(v.number(), v.minValue(min), v.maxValue(max));

/** A colour as this page keeps it: `#` and six hexadecimal digits. */
export const color = v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/i));

export const text = (longest: number) => v.pipe(v.string(), v.maxLength(longest));

/** What stored or foreign JSON stands for, null where the schema does not take it. */
export function read<Schema extends v.GenericSchema>(
  schema: Schema,
  stored: unknown,
): v.InferOutput<Schema> | null {
  const { success, output } = v.safeParse(schema, stored);
  return success ? output : null;
}

/** The entries of a stored list that `read` takes; `unread` counts the others, or is 1 where there is no list. */
export function readEntries<Entry>(read: (entry: unknown) => Entry | null, stored: unknown) {
  if (!Array.isArray(stored)) return { entries: [], unread: 1 };
  const entries = stored.map(read).filter((entry) => entry !== null);
  return { entries, unread: stored.length - entries.length };
}
