import { useCallback, useEffect, useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { isTyped, putTyped, readSession, readTyped, TYPED_FIELDS, type Typed } from "@/address/typed";
import { tabStorage } from "@/lib/storage/storage";

/** What the address says of the next session. */
export interface Asked {
  /** The session that the typed numbers are of, as `sessionOf` writes it; null where it does not say. */
  session: string | null;
  typed: Typed;
  /** The features whose chips are on. */
  on: readonly string[];
}

const SESSION = "for";
const ON = "on";
const OWN = [SESSION, ON, ...TYPED_FIELDS];
const KEPT = "session-almanac.next";
const MOST_ON = 40;

export function readAsked(query: URLSearchParams): Asked {
  const names = query.get(ON)?.split(",").filter(Boolean) ?? [];
  return {
    session: readSession(query.get(SESSION)),
    typed: readTyped(query),
    on: [...new Set(names)].slice(0, MOST_ON),
  };
}

/** What is asked, and the way to ask otherwise. Where the address says nothing, the tab's last numbers and chips stand. */
export function useAsked(): [Asked, (change: Partial<Asked>) => void] {
  const [query, setQuery] = useSearchParams();
  const [kept] = useState(() => (isSaid(query) ? null : new URLSearchParams(tabStorage.read(KEPT) ?? "")));
  const [isBack, setBack] = useState(kept !== null && isSaid(kept));
  const own = isBack && kept ? kept : query;
  const asked = useMemo(() => readAsked(own), [own]);
  useEffect(() => {
    if (!isBack || !kept) return;
    setQuery((before) => changed(before, readAsked(kept)), { replace: true });
    setBack(false);
  }, [isBack, kept, setQuery]);
  useEffect(() => void tabStorage.write(KEPT, changed(new URLSearchParams(), asked).toString()), [asked]);
  const ask = useCallback(
    (change: Partial<Asked>) => setQuery((before) => changed(before, change), { replace: true }),
    [setQuery],
  );
  return [asked, ask];
}

const isSaid = (query: URLSearchParams) => OWN.some((name) => query.has(name));

/** An address that asks otherwise; a session is named where numbers are typed of it. */
export function changed(query: URLSearchParams, { session, typed, on }: Partial<Asked>): URLSearchParams {
  const next = new URLSearchParams(query);
  const put = (name: string, text: string | null) => (text ? next.set(name, text) : next.delete(name));
  if (typed) putTyped(next, typed);
  if (on) put(ON, on.join(","));
  if (session !== undefined || typed) put(SESSION, isTyped(readTyped(next)) ? (session ?? null) : null);
  return next;
}
