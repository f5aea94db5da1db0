import type { DayList } from "@/api/generated";
import { inLists } from "@/question/filters";
import { hasEveryWord, type Stems, stemsOf } from "./known-words";
import { NOTHING } from "./meanings";
import type { FindNamed } from "./named";

/** How a list is asked for: "in list gap", "in the lists", "list of days gap". */
const ASKED = /^(?:(?:is |are |days? )?in )?(?:the |my |a |one of the )?(?:day )?lists?(?: of days)?\b[:\s]*/;

interface Named {
  name: string;
  stems: Stems;
  whole: string;
}

/** Finds lists of days by their names: `asked` where a text asks for a list, `named` where it does not say so. */
export function listFinders(lists: readonly DayList[]): { asked: FindNamed; named: FindNamed } {
  const known = lists.map(({ name }): Named => {
    const stems = stemsOf(name);
    return { name, stems: new Set(stems), whole: stems.join(" ") };
  });
  const called = (text: string) => {
    const typed = stemsOf(text).join(" ");
    return typed === "" ? [] : known.filter(({ whole }) => whole === typed);
  };
  const asked: FindNamed = (text) => {
    const name = text.replace(ASKED, "");
    if (name === text) return NOTHING;
    if (name === "") return { sure: [], loose: setsOf(known) };
    const whole = called(name);
    const found = whole.length > 0 ? whole : known.filter(({ stems }) => hasEveryWord(name, stems));
    const isSure = found.length === 1;
    return { sure: isSure ? setsOf(found) : [], loose: isSure ? [] : setsOf(found) };
  };
  const named: FindNamed = (text) => {
    const begun = known.filter(({ stems }) => hasEveryWord(text, stems));
    return { sure: setsOf(called(text)), loose: setsOf(begun) };
  };
  return { asked, named };
}

const setsOf = (found: readonly Named[]) => found.map(({ name }) => [inLists(name)]);
