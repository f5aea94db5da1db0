import { everydayWords, spelt, wordStem } from "../everyday-words";

/** Words that join or turn conditions: they must be part of a name where a name is to have them. */
const JOINING = /^(?:and|or|not|no)$/;

/** The words of a text as they are compared, without those that say nothing. */
export function stemsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean)
    .flatMap((word) => (JOINING.test(word) ? word : (wordStem(word) ?? [])));
}

/** The stems by which something is known. */
export type Stems = ReadonlySet<string>;

/** Words that are whole as they are: "high" is no beginning of "higher". */
const WHOLE = /\d|^(?:high|low)$/;

/** Whether each typed word is known or begins a word that is; short words and numbers are not begun. */
export function hasEveryWord(typed: string, known: Stems): boolean {
  const isBegun = (stem: string) => stem.length > 2 && [...known].some((word) => word.startsWith(stem));
  const stems = stemsOf(typed);
  return stems.length > 0 && stems.every((stem) => known.has(stem) || (!WHOLE.test(stem) && isBegun(stem)));
}

/** All words that a feature is called by. */
export function wordsFor(title: string, name: string): string {
  return [title, name.replaceAll("_", " "), spelt(title), everydayWords(title)].join(" ");
}

/** A feature's whole name as stems, in full or without what is in brackets, or what is in them. */
export function namesOf(title: string): string[] {
  const names = [title, title.replace(/\(.*\)/, ""), /\((.* .*)\)/.exec(title)?.[1] ?? ""];
  const stems = names.flatMap((name) => [name, spelt(name)]).map(stemsOf);
  return stems.filter(({ length }) => length > 0).map((words) => words.join(" "));
}
