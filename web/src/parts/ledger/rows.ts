import { featureName } from "@/api/feature-names";
import type { Feature } from "@/api/generated";
import { idOf, isFound, type Look, type LookedCut } from "@/kept/ledger/looks";
import { csvLines, csvText } from "@/lib/text/csv";
import { formatCount, formatMoment, formatPercent } from "@/lib/text/format";
import { AS_OF, barOf, barWords } from "@/question/as-of";
import { filterWords } from "@/question/filter-words";
import { isGroup } from "@/question/filters";
import { filtersOf } from "@/question/question-text";
import { conditionsOf } from "@/question/seals";
import { valueWords } from "@/question/value-words";

/** A look as it is read. */
export interface Row extends Omit<Look, "question" | "cut" | "against"> {
  id: string;
  question: string;
  found: boolean;
}

export type Column = Exclude<keyof Row, "id">;

/** A column of the table. */
export interface ColumnOf {
  id: Column;
  title: string;
  isNumber: boolean;
  write: (row: Row) => string;
}

/** The service's figures have six decimals. */
const LEAST = 0.000001;

function short(value: number, more: number): string {
  if (value < LEAST) return "below 0.000001";
  return value < 0.001 ? value.toPrecision(2 + more) : value.toFixed(3 + more);
}

/** The p and the level of a look, so long that the p reads as at most the level just where it is. */
function testOf({ p, level, found }: Row): readonly [p: string, level: string] {
  let more = 0;
  let read = [short(p, more), short(level, more)] as const;
  while (Number(read[0]) > Number(read[1]) === found && more < 9) {
    more += 1;
    read = [short(p, more), short(level, more)];
  }
  return read;
}

export const COLUMNS: readonly ColumnOf[] = [
  { id: "question", title: "Question", isNumber: false, write: ({ question }) => question },
  { id: "feature", title: "Feature", isNumber: false, write: ({ feature }) => feature },
  { id: "n", title: "Days", isNumber: true, write: ({ n }) => formatCount(n) },
  {
    id: "rate",
    title: "Rate",
    isNumber: true,
    write: ({ rate }) => formatPercent(rate === null ? null : 100 * rate),
  },
  { id: "p", title: "p", isNumber: true, write: (row) => testOf(row)[0] },
  { id: "level", title: "Level", isNumber: true, write: (row) => testOf(row)[1] },
  { id: "found", title: "Found", isNumber: false, write: ({ found }) => (found ? "yes" : "no") },
  { id: "at", title: "First seen", isNumber: true, write: ({ at }) => formatMoment(at) },
];

/** A question in words. */
export function questionWords(question: string, features: ReadonlyMap<string, Feature>): string {
  const words = (filtersOf(question) ?? []).map((each) =>
    !isGroup(each) && each.feature === AS_OF
      ? `Known up to ${barWords(barOf(String(each.value)) ?? 0)}`
      : filterWords(each, features),
  );
  return words.join("; ") || "All days";
}

/** "Gap Size ≥ 2.5 pts beside the days below" */
function cutWords({ by, value }: LookedCut, features: ReadonlyMap<string, Feature>): string {
  const filter = { feature: by, operator: ">=", value } as const;
  return `${filterWords(filter, features)} beside the days below`;
}

/** The looks as rows; the envelopes of the questions in `opened` are open. */
export function rowsOf(
  looks: readonly Look[],
  features: ReadonlyMap<string, Feature>,
  opened: ReadonlySet<string> = new Set(),
): Row[] {
  const known = [...features.values()];
  const isOpened = (question: string | undefined) =>
    question !== undefined && opened.has(conditionsOf(question));
  return looks.map(({ cut, against, ...look }) => ({
    ...look,
    id: idOf({ ...look, cut, against }),
    question:
      questionWords(look.question, features) +
      (against === undefined ? "" : ` beside ${questionWords(against, features)}`) +
      (cut ? `; ${cutWords(cut, features)}` : "") +
      (isOpened(look.question) || isOpened(against) ? " (opened)" : ""),
    feature:
      featureName(look.feature, known) +
      (cut?.label ? `: ${valueWords(cut.label, features.get(look.feature))}` : ""),
    found: isFound(look),
  }));
}

/** The rows by one of their columns; where it has no value they come last. */
export function inOrderOf(rows: readonly Row[], column: Column, descending: boolean): Row[] {
  const side = descending ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [x, y] = [a[column], b[column]];
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    if (typeof x === "string") return side * x.localeCompare(String(y));
    return side * (Number(x) - Number(y));
  });
}

/** The looks as a file for spreadsheets: numbers as they are, moments in UTC. */
export function csvOf(rows: readonly Row[]): string {
  const head = ["Question", "Feature", "Days", "Rate", "p", "Level", "Found", "First seen"];
  const lines = rows.map(({ question, feature, n, rate, p, level, found, at }) => {
    const numbers = [n, rate ?? "", p, level, found ? "yes" : "no", new Date(at).toISOString()];
    return [csvText(question), csvText(feature), ...numbers];
  });
  return csvLines(head, lines);
}
