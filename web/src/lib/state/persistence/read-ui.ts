import { isRecord } from "@/lib/storage/storage";
import type { UiState } from "../slices/ui-slice";

const MOST_NAMES = 500;
const LONGEST_NAME = 100;
/** What is shown for the moment and not kept. */
const PASSING = ["toasts", "drawerOpen", "modals"] as const;

export type StoredUi = Omit<UiState, (typeof PASSING)[number]>;

const isPassing = (name: string) => PASSING.some((passing) => passing === name);

/** The part of the view that is kept. */
export function storedUi(ui: UiState): StoredUi {
  return Object.fromEntries(Object.entries(ui).filter(([name]) => !isPassing(name))) as unknown as StoredUi;
}

/** A kept view over the first one; `isWhole` is false where an entry was of another kind and was left out. */
export function readUi(stored: unknown, first: UiState): { value: UiState; isWhole: boolean } {
  if (!isRecord(stored)) return { value: first, isWhole: stored === undefined };
  const entries = Object.entries(first).filter(([name]) => !isPassing(name) && Object.hasOwn(stored, name));
  const read = entries.map(([name, model]) => [name, readAs(model, stored[name], name)] as const);
  const good = read.filter(([, value]) => value !== undefined);
  return { value: { ...first, ...Object.fromEntries(good) }, isWhole: good.length === read.length };
}

/** `value` where it is of the model's kind, else undefined. */
function readAs(model: unknown, value: unknown, name: string): unknown {
  return isOfKind(model, value, name) ? value : undefined;
}

function isOfKind(model: unknown, value: unknown, name: string): boolean {
  if (name === "theme") return value === "light" || value === "dark";
  if (Array.isArray(model)) return isNames(value);
  if (model === null) return value === null || isName(value);
  return typeof value === typeof model;
}

function isNames(value: unknown): value is string[] {
  return Array.isArray(value) && value.length <= MOST_NAMES && value.every(isName);
}

function isName(value: unknown): boolean {
  return typeof value === "string" && value.length <= LONGEST_NAME;
}
