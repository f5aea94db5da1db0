import type { NextAnswer, NextNote, OpeningRange, TypedDay } from "@/api/generated";
import { isDay } from "@/lib/text/format";
import { readNumber } from "@/lib/text/number-text";
import type { Parameter } from "./parameters";

/** The numbers that may be typed, by the name that an address has for them. */
export const TYPED_FIELDS = ["open", "gxh", "gxl", "orh", "orl", "orc"] as const;

export type TypedField = (typeof TYPED_FIELDS)[number];

/** Prices in points; a number that nobody typed is missing. */
export type Typed = { [field in TypedField]?: number };

/** The numbers of the first hour, which are asked together. */
export const HOUR: readonly TypedField[] = ["orh", "orl", "orc"];

type Session = Pick<NextAnswer, "session_date" | "symbol">;

/** The session that typed numbers are of, as addresses have it: "2026-11-27 ES". */
export const sessionOf = ({ session_date, symbol }: Session) => `${session_date} ${symbol}`;

/** Whether it is this session; where no instrument is named, of any. */
export const isSession = (text: string, session: Session) =>
  text === session.session_date || text === sessionOf(session);

/** The session that an address names, with or without an instrument; null where it names none. */
export function readSession(text: string | null): string | null {
  const [day = "", ...names] = text?.split(" ") ?? [];
  return isDay(day) && names.length <= 1 ? text : null;
}

/** What is wrong with a typed number, or with the first hour that it is one of; undefined where nothing is. */
export const noteOf = (field: TypedField, notes: readonly NextNote[]) =>
  notes.find(({ field: of }) => of === (HOUR.includes(field) ? "or12" : field))?.text;

const SMALLEST = 1e-6;
const LARGEST = 1e9;
/** "6812,5", "6.812,25": a decimal comma, with points or spaces between thousands. */
const DECIMAL_COMMA = /^\d{1,3}(?:[. ]\d{3})+,\d*$|^\d+,\d*$/;
const SPACED = /^\d{1,3}(?: \d{3})+(?:\.\d*)?$/;

/**
 * The price that a text stands for: with a point or a comma before its decimals, and thousands parted by the other or
 * by spaces. A comma before exactly three digits parts thousands: "6,812". Null where empty, undefined where none.
 */
export function readPrice(text: string): number | null | undefined {
  const plain = text.trim().replaceAll(/[\u00a0\u202f]/g, " ");
  const own = readNumber(SPACED.test(plain) ? plain.replaceAll(" ", "") : plain);
  const isComma = own === undefined && DECIMAL_COMMA.test(plain);
  const price = isComma ? readNumber(plain.replaceAll(/[. ]/g, "").replace(",", ".")) : own;
  if (typeof price !== "number") return price;
  return price >= SMALLEST && price <= LARGEST ? price : undefined;
}

/** The numbers in an address; one that cannot be read is not there. */
export const typedNumbers: Parameter<Typed> = {
  names: TYPED_FIELDS,
  change: "replace",
  removes: [],
  read: (query) => {
    const found = TYPED_FIELDS.map((field) => [field, readPrice(query.get(field) ?? "")] as const);
    return Object.fromEntries(found.filter(([, price]) => typeof price === "number"));
  },
  write: (query, typed) => {
    for (const field of TYPED_FIELDS) {
      if (typed[field] === undefined) query.delete(field);
      else query.set(field, String(typed[field]));
    }
  },
};

export const isTyped = (typed: Typed) => TYPED_FIELDS.some((field) => typed[field] !== undefined);

/** What is asked with these numbers; the first hour waits for all three of its own. */
export function typedDay({ open, gxh, gxl, orh, orl, orc }: Typed): TypedDay {
  const isWhole = orh !== undefined && orl !== undefined && orc !== undefined;
  const or12: OpeningRange | null = isWhole ? { high: orh, low: orl, close: orc } : null;
  return {
    ...(open !== undefined && { open }),
    ...(gxh !== undefined && { gxh }),
    ...(gxl !== undefined && { gxl }),
    ...(or12 && { or12 }),
  };
}
