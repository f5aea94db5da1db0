import { useEffect, useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { namesOf, readParameters, useParameters, withParameters } from "@/address/parameters";
import { tabStorage } from "@/lib/storage/storage";
import { NEXT } from "./parameters";

const KEPT = "session-almanac.next";

/** The address's values and how to change them. Where it has none, the tab's last numbers and chips are back. */
export function useNextParameters() {
  const [query] = useSearchParams();
  const [inAddress, change] = useParameters(NEXT);
  const [kept] = useState(() => (isSaid(query) ? null : new URLSearchParams(tabStorage.read(KEPT) ?? "")));
  const [isBack, setBack] = useState(kept !== null && isSaid(kept));
  const values = useMemo(
    () => (isBack && kept ? readParameters(NEXT, kept) : inAddress),
    [isBack, kept, inAddress],
  );
  useEffect(() => {
    if (!isBack || !kept) return;
    change(readParameters(NEXT, kept));
    setBack(false);
  }, [isBack, kept, change]);
  useEffect(
    () => void tabStorage.write(KEPT, withParameters(NEXT, new URLSearchParams(), values).toString()),
    [values],
  );
  return [values, change] as const;
}

const isSaid = (query: URLSearchParams) => namesOf(NEXT).some((name) => query.has(name));
