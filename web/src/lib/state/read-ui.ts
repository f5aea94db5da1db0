import * as v from "valibot";
import { text } from "@/lib/storage/schema";
import { isRecord } from "@/lib/storage/storage";
import type { UiState } from "./ui-slice";

const MOST_NAMES = 500;
const LONGEST_NAME = 100;

/** The part of the view that is kept: not what is shown for the moment. */
export function storedUi({ toasts, drawerOpen, modals, refusedLink, ...kept }: UiState) {
  return kept;
}

/** A kept view over the first one; `isWhole` is false where an entry was of another kind and was left out. */
export function readUi(stored: unknown, first: UiState): { value: UiState; isWhole: boolean } {
  if (!isRecord(stored)) return { value: first, isWhole: stored === undefined };
  const entries = Object.entries(storedUi(first)).filter(([name]) => Object.hasOwn(stored, name));
  const good = entries.filter(([name, model]) => v.is(schemaOf(name, model), stored[name]));
  const value = { ...first, ...Object.fromEntries(good.map(([name]) => [name, stored[name]])) };
  return { value, isWhole: good.length === entries.length };
}

const name = text(LONGEST_NAME);
const names = v.pipe(v.array(name), v.maxLength(MOST_NAMES));
const chosen: Record<string, v.GenericSchema> = {
  theme: v.picklist(["light", "dark", "system"]),
  view: v.picklist(["all", "focus"]),
  pinnedFeature: name,
};

/** What an entry may hold, by the one it has at first. */
function schemaOf(entry: string, model: unknown): v.GenericSchema {
  const own = chosen[entry];
  if (own) return own;
  if (Array.isArray(model)) return names;
  return model === null ? v.nullable(name) : v.custom((value) => typeof value === typeof model);
}
