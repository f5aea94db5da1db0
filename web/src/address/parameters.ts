import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";
import { parsedText } from "@/lib/storage/storage";

/** One value that an address holds, and how its parameters are read and written. */
export interface Parameter<Value> {
  /** The parameters of the address that hold it. */
  names: readonly string[];
  /** Whether a change pushes an entry of the browser's history or replaces the current one. */
  change: "push" | "replace";
  /** Parameters that a change removes, because they depend on the value before. */
  removes: readonly string[];
  read(query: URLSearchParams): Value;
  write(query: URLSearchParams, value: Value): void;
}

/** What a screen keeps in its address, by the names that its code uses. */
export type Schema = Readonly<Record<string, Parameter<unknown>>>;

export type Values<S extends Schema> = { [Key in keyof S]: ReturnType<S[Key]["read"]> };

type Options = Partial<Pick<Parameter<unknown>, "change" | "removes">>;

/** A value in one parameter; null is written as no parameter. */
export function parameter<Value>(
  name: string,
  read: (text: string | null, query: URLSearchParams) => Value,
  write: (value: Value) => string | null,
  { change = "push", removes = [] }: Options = {},
): Parameter<Value> {
  return {
    names: [name],
    change,
    removes,
    read: (query) => read(query.get(name), query),
    write: (query, value) => {
      const text = write(value);
      if (text === null) query.delete(name);
      else query.set(name, text);
    },
  };
}

/** Any text, also an empty one; null where there is none. */
export const text = (name: string, options?: Options) =>
  parameter<string | null>(
    name,
    (given) => given,
    (value) => value,
    options,
  );

/** A text that is not empty. */
export const filledText = (name: string, options?: Options) =>
  parameter<string | null>(
    name,
    (given) => given || null,
    (value) => value || null,
    options,
  );

/** One of some values; the fallback for all other texts, written as no parameter. */
export const choice = <Value extends string | number, Fallback extends Value | null>(
  name: string,
  values: readonly Value[],
  fallback: Fallback,
  options?: Options,
) =>
  parameter<Value | Fallback>(
    name,
    (given) => values.find((value) => String(value) === given) ?? fallback,
    (value) => (value === fallback ? null : String(value)),
    options,
  );

/** A value as JSON; null for a text that `take` reads nothing from. */
export const json = <Value>(name: string, take: (given: unknown) => Value | null, options?: Options) =>
  parameter<Value | null>(
    name,
    (given) => take(parsedText(given)),
    (value) => (value === null ? null : JSON.stringify(value)),
    options,
  );

/** Names with commas between them, each once and at most so many. */
export const nameList = (name: string, options?: Options, most?: number) =>
  parameter<readonly string[]>(
    name,
    (given) => [...new Set(given?.split(",").filter(Boolean))].slice(0, most),
    (names) => names.join(",") || null,
    options,
  );

/** Every parameter of a schema. */
export const namesOf = (schema: Schema) => Object.values(schema).flatMap(({ names }) => names);

/** The values of an address; what it does not say, or says wrongly, is as at first. */
export function readParameters<S extends Schema>(schema: S, query: URLSearchParams): Values<S> {
  return Object.fromEntries(
    Object.entries(schema).map(([key, each]) => [key, each.read(query)]),
  ) as Values<S>;
}

/** The address with other values; undefined leaves a value as it is. */
export function withParameters<S extends Schema>(
  schema: S,
  query: URLSearchParams,
  change: Partial<Values<S>>,
): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const key of changedKeys(schema, change)) {
    const { removes, write } = schema[key] as Parameter<unknown>;
    for (const name of removes) next.delete(name);
    write(next, change[key]);
  }
  return next;
}

const changedKeys = <S extends Schema>(schema: S, change: Partial<Values<S>>) =>
  Object.keys(schema).filter((key) => change[key] !== undefined);

/** The values that the address of the screen holds, and the function that changes some of them. */
export function useParameters<S extends Schema>(schema: S) {
  const [query, setQuery] = useSearchParams();
  const values = useMemo(() => readParameters(schema, query), [schema, query]);
  const change = useCallback(
    (changed: Partial<Values<S>>) => {
      const isStep = changedKeys(schema, changed).some((key) => schema[key]?.change === "push");
      setQuery((before) => withParameters(schema, before, changed), { replace: !isStep });
    },
    [schema, setQuery],
  );
  return [values, change] as const;
}
