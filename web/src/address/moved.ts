import type { Path } from "react-router";
import { isRecord, parsedText } from "@/lib/storage/storage";
import { allDays } from "./days-slice";

/** Where the screens of earlier versions stand now. */
export const MOVED: Readonly<Record<string, `/${string}`>> = {
  "/next": "/today",
  "/compare": "/dashboard?view=compare",
  "/curve": "/dashboard?view=by-value",
  "/path": "/dashboard?view=path",
  "/excursion": "/dashboard?view=target",
  "/alike": "/days?view=like",
  "/export": "/days?export=open",
  "/quiz": "/practice",
  "/ama-demo": "/methods?view=colours",
  "/ama-test": "/methods?view=test",
};

/** What `view` said in earlier versions: whether the dashboard shows the open cards only. */
const CARDS: Readonly<Record<string, string>> = { all: "all", focus: "open" };

/** An address of an earlier version as this one has it, with all that it carries; another stays as it is. */
export function currentAddress({ pathname, search, hash }: Path): Path {
  const place = MOVED[pathname.replace(/(?!^)\/+$/, "")];
  const query = new URLSearchParams(search);
  const isChanged = [cardsMoved(query), barMoved(query), place !== undefined].includes(true);
  const list = query.get("list");
  if (!isChanged && list === null) return { pathname, search, hash };
  const [path = pathname, added] = (list === null ? place : "/days?view=table")?.split("?") ?? [];
  for (const [name, value] of new URLSearchParams(added)) query.set(name, value);
  if (list !== null) {
    query.delete("list");
    query.set("table", list);
  }
  return { pathname: path, search: query.size > 0 ? `?${query}` : "", hash };
}

/** `view=focus` is `only=open`. */
function cardsMoved(query: URLSearchParams): boolean {
  const cards = CARDS[query.get("view") ?? ""];
  if (cards === undefined) return false;
  query.delete("view");
  query.set("only", cards);
  return true;
}

/** The bar that the gallery was narrowed by is the table's too. */
function barMoved(query: URLSearchParams): boolean {
  const gallery = parsedText(query.get("gallery"));
  if (!isRecord(gallery) || !("bar" in gallery)) return false;
  const { bar, ...rest } = gallery;
  query.set("gallery", JSON.stringify(rest));
  if (bar !== null && !query.has("list")) query.set("table", JSON.stringify({ ...allDays, bar }));
  return true;
}
