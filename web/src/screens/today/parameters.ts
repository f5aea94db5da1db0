import { nameList, type Parameter, type Values } from "@/address/parameters";
import { isTyped, readSession, typedNumbers } from "@/address/typed";

const MOST_ON = 40;
const REPLACED = { change: "replace" } as const;

/** The session that the typed numbers are of, as `sessionOf` writes it; named only with numbers. */
const session: Parameter<string | null> = {
  ...REPLACED,
  names: ["for"],
  removes: [],
  read: (query) => readSession(query.get("for")),
  write: (query, value) => {
    if (value && isTyped(typedNumbers.read(query))) query.set("for", value);
    else query.delete("for");
  },
};

/** What the address says of the next session; numbers are written before the session that they are of. */
export const NEXT = {
  typed: { ...typedNumbers, removes: session.names },
  session,
  /** The features whose chips are on. */
  on: nameList("on", REPLACED, MOST_ON),
};

export type NextParameters = Values<typeof NEXT>;
