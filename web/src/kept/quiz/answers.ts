import * as v from "valibot";
import { read, readEntries, record, text, within } from "@/lib/storage/schema";
import { isRecord } from "@/lib/storage/storage";
import { isDay } from "@/lib/text/format";
import { kept } from "../kept";

/** Beyond them the oldest go. */
export const MOST_ANSWERS = 1000;
const VERSION = 1;
const LATEST_MS = 8.64e15;

/** How many guesses a round may have. */
export const ROUND_GUESSES = [1, 5, 10, 20] as const;

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
  /** The round it was given in; null of answers that were kept before there were rounds. */
  round: v.optional(v.nullable(record({ id: name, guesses: v.picklist(ROUND_GUESSES) })), null),
});

/** An answered question: the guess, what came, and the rates that one could have guessed by. */
export type Answer = v.InferOutput<typeof schema>;

/** The answers that the browser keeps, the oldest first. */
export const keptAnswers = kept<Answer[]>("session-almanac.quiz", {
  first: { value: [], unread: 0 },
  read: (stored) => {
    const given = isRecord(stored) ? (stored.answers ?? []) : null;
    const { entries, unread } = readEntries((entry) => read(schema, entry), given);
    return { value: entries.toSorted((a, b) => a.at - b.at).slice(-MOST_ANSWERS), unread };
  },
  write: (answers) => ({ version: VERSION, answers }),
});

/** Add an answer to those that are kept now, whichever tab wrote them; false where the browser refuses. */
export const addAnswer = (answer: Answer) =>
  keptAnswers.keep([...keptAnswers.load().value, answer].slice(-MOST_ANSWERS));
