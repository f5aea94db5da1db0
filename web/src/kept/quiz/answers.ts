import * as v from "valibot";
import { read, record, text, within } from "@/lib/storage/schema";
import { browserStorage, isRecord, parsedText } from "@/lib/storage/storage";
import { isDay } from "@/lib/text/format";

export const ANSWERS = "session-almanac.quiz";
/** Beyond them the oldest go. */
export const MOST_ANSWERS = 1000;
const VERSION = 1;
const LATEST_MS = 8.64e15;

const share = within({ min: 0, max: 1 });
const name = v.pipe(text(100), v.nonEmpty());

const schema = record({
  /** The guess, in percent. */
  probability: within({ min: 0, max: 100 }),
  occurred: v.boolean(),
  /** The plain rate of the question, and what a coin gives; null where none was told. */
  base: share,
  coin: v.nullable(share),
  date: v.pipe(v.string(), v.check(isDay)),
  feature: name,
  as_of: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(80)),
  symbol: name,
  snapshot: name,
  /** In milliseconds since the epoch. */
  at: within({ min: 0, max: LATEST_MS }),
});

/** An answered question: the guess, what came, and the rates that one could have guessed by. */
export type Answer = v.InferOutput<typeof schema>;

/** The answers that the browser keeps, the oldest first; `unread` of them could not be read. */
export function readAnswers(): { answers: Answer[]; unread: number } {
  const stored = parsedText(browserStorage.read(ANSWERS) ?? "{}");
  const entries = isRecord(stored) ? (stored.answers ?? []) : null;
  if (!Array.isArray(entries)) return { answers: [], unread: 1 };
  const found = entries.map((entry) => read(schema, entry)).filter((answer) => answer !== null);
  const answers = found.toSorted((a, b) => a.at - b.at).slice(-MOST_ANSWERS);
  return { answers, unread: entries.length - found.length };
}

/** Add an answer to those that are kept now, whichever tab wrote them; `isKept` is false where the browser refuses. */
export function addAnswer(answer: Answer): { answers: Answer[]; isKept: boolean } {
  const answers = [...readAnswers().answers, answer].slice(-MOST_ANSWERS);
  return { answers, isKept: write(answers) };
}

/** Forget all; false where the browser refuses. */
export const forgetAnswers = () => write([]);

const write = (answers: readonly Answer[]) =>
  browserStorage.write(ANSWERS, JSON.stringify({ version: VERSION, answers }));
