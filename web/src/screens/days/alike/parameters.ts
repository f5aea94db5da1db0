import { filledText, nameList, type Parameter, parameter, type Values } from "@/address/parameters";
import { readSession, TYPED_FIELDS, type Typed, typedNumbers } from "@/address/typed";
import { type AsOf, barOf } from "@/question/as-of";

/** The next session in place of a day: the one that numbers were typed of, null where the address does not say. */
export interface TypedSession {
  session: string | null;
  typed: Typed;
}

const FIRST_BAR: AsOf = "b12";
const REPLACED = { change: "replace" } as const;

const next: Parameter<TypedSession | null> = {
  ...REPLACED,
  names: ["next", ...TYPED_FIELDS],
  removes: [],
  read: (query) =>
    query.has("next") ? { session: readSession(query.get("next")), typed: typedNumbers.read(query) } : null,
  write: (query, value) => {
    if (value?.session) query.set("next", value.session);
    else query.delete("next");
    typedNumbers.write(query, value?.typed ?? {});
  },
};

export const ALIKE = {
  /** The day that others are compared with; another day is a step of the history. */
  date: filledText("date", { removes: next.names }),
  next,
  /** As of when, where the header asks of the whole day. */
  bar: parameter<AsOf>(
    "bar",
    (given) => (given === null || barOf(given) === null ? FIRST_BAR : given),
    (bar) => bar || null,
    REPLACED,
  ),
  leaveOut: nameList("leave_out", REPLACED),
  /** Whether days alike are to match the page's filters. */
  isNarrowed: parameter<boolean>(
    "days",
    (given) => given === "matching",
    (isNarrowed) => (isNarrowed ? "matching" : null),
    REPLACED,
  ),
};

export type AlikeParameters = Values<typeof ALIKE>;
