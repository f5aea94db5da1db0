import type { PayloadAction, UnknownAction } from "@reduxjs/toolkit";
import { useMemo, useSyncExternalStore } from "react";
import type { AppDispatch, RootState, StartListening } from "@/lib/state/hooks";
import { toastAdded } from "@/lib/state/ui-slice";
import { browserStorage, parsedText } from "@/lib/storage/storage";
import { notKept } from "./words";

/** What was read, and what of it could not be: how many entries, or their names. */
interface Found<Value, Unread = number> {
  value: Value;
  unread: Unread;
}

interface Declaration<Value, Unread> {
  /** The value of an absent entry. */
  first: Found<Value, Unread>;
  /** The value out of any JSON, undefined where the text was none. */
  read: (stored: unknown) => Found<Value, Unread>;
  /** The value as JSON, where that is another. */
  write?: (value: Value) => unknown;
}

/** One entry of what the browser keeps, shared by its tabs. */
export type Kept<Value, Unread = number> = ReturnType<typeof kept<Value, Unread>>;

/** Declare an entry: its name in the local storage, and the way in and out of JSON. */
export function kept<Value, Unread = number>(
  name: string,
  { first, read, write = (value) => value }: Declaration<Value, Unread>,
) {
  const parse = (text: string | null) => (text === null ? first : read(parsedText(text)));
  const text = () => browserStorage.read(name);
  const readers = new Set<() => void>();
  const put = (next: string) => {
    const isKept = browserStorage.write(name, next);
    for (const changed of readers) changed();
    return isKept;
  };
  const follow = (changed: (event: StorageEvent) => void) => {
    const listen = (event: StorageEvent) => {
      if (event.key === null || event.key === name) changed(event);
    };
    window.addEventListener("storage", listen);
    return () => window.removeEventListener("storage", listen);
  };
  return {
    name,
    text,
    /** The value of a text of the storage. */
    parse,
    load: () => parse(text()),
    /** False where the storage is full or closed; the value is then known until the page closes. */
    keep: (value: Value) => put(JSON.stringify(write(value))),
    /** Keep a value by its text; as `keep`. */
    put,
    /** Whether the browser would not keep the value that this page knows. */
    isRefused: () => browserStorage.isRefused(name),
    /** Call back when another tab writes or removes the entry; returns the way to stop. */
    follow,
    /** Call back when this tab or another changes the entry; returns the way to stop. */
    subscribe: (changed: () => void) => {
      const stop = follow(changed);
      readers.add(changed);
      return () => {
        readers.delete(changed);
        stop();
      };
    },
  };
}

/** The value of an entry as it is kept now, and what of it could not be read. */
export function useKept<Value, Unread>({ subscribe, text, parse }: Kept<Value, Unread>) {
  const stored = useSyncExternalStore(subscribe, text);
  return useMemo(() => parse(stored), [parse, stored]);
}

/** A slice that is kept whole: its key, the actions that change it, and its name in a toast. */
interface Sliced<Value> {
  select: (state: RootState) => Value;
  isChange: (action: UnknownAction) => action is UnknownAction;
  what: string;
}

/** Keep a slice at each change, and say so where the browser will not. */
export function keepSlice<Value, Unread>(
  entry: Kept<Value, Unread>,
  { select, isChange, what }: Sliced<Value>,
  startListening: StartListening,
) {
  startListening({
    matcher: isChange,
    effect: (_, { dispatch, getState }) => {
      if (!entry.keep(select(getState()))) dispatch(refused(what));
    },
  });
}

/** Take over what another tab keeps of a slice. */
export function followSlice<Value, Unread>(
  entry: Kept<Value, Unread>,
  wasRead: (value: Value) => PayloadAction<Value>,
  dispatch: AppDispatch,
) {
  entry.follow(() => dispatch(wasRead(entry.load().value)));
}

/** That the browser would not keep something. */
export const refused = (what: string) => toastAdded("error", notKept(what));
