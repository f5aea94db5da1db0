import * as v from "valibot";
import type { QuizDay } from "@/api/generated";
import { read, record, text, within } from "@/lib/storage/schema";
import { kept } from "../kept";

const whole = v.pipe(v.number(), v.integer());
const level = v.nullable(whole);
const prices = v.pipe(v.array(whole), v.minLength(1), v.maxLength(80));
const name = v.pipe(text(100), v.nonEmpty());

const bars = v.pipe(
  record({ o: prices, h: prices, l: prices, c: prices }),
  v.check(({ o, h, l, c }) => [o, h, l].every((each) => each.length === c.length)),
);

const day = v.pipe(
  record({
    token: name,
    expires_at: whole,
    as_of: v.pipe(whole, v.minValue(1), v.maxValue(80)),
    feature: name,
    adr10: within({ min: 0.1, max: 1e9 }),
    levels: record({ hoy: level, loy: level, coy: level, gxh: level, gxl: level }),
    bars,
    snapshot: name,
  }),
  v.check((given) => given.bars.c.length === given.as_of),
);

const schema = record({
  id: name,
  /** What it asks of, as a text: filters, symbol, bar, question and number of guesses. */
  asks: v.string(),
  /** The day that waits for its guess, up to the bar that is seen; null between two days. */
  day: v.nullable(day),
});

/** A round that is played; its guesses are the answers that name it. */
export type OpenRound = v.InferOutput<typeof schema>;

/** The round that was played last in this browser. */
export const keptRound = kept<OpenRound | null>("session-almanac.practice-round", {
  first: { value: null, unread: 0 },
  read: (stored) => ({ value: read(schema, stored), unread: 0 }),
});

/** The day of a round that still waits for its guess, in whichever tab it was drawn. */
export function waitingDay(id: string, now: number): QuizDay | null {
  const round = keptRound.load().value;
  const isOpen = round?.day && round.id === id && round.day.expires_at * 1000 > now;
  return isOpen ? round.day : null;
}

/** A day takes one guess: after it, or where it is refused, it waits no more. */
export function dayIsOver({ token }: Pick<QuizDay, "token">) {
  const round = keptRound.load().value;
  if (round?.day?.token === token) keptRound.keep({ ...round, day: null });
}
