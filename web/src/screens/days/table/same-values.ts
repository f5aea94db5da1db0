import type { DaysAnswer, Feature } from "@/api/generated";
import { sameJson } from "@/lib/storage/json";
import { cellText } from "@/question/cell-text";

type Listed = Pick<DaysAnswer, "rows" | "pages">;

/** The columns whose value is the same on every row; the one that orders the rows and a single row's are none. */
export function sameOnEveryRow(
  { rows }: Pick<DaysAnswer, "rows">,
  columns: readonly Feature[],
  sortedBy: string | null | undefined,
): Feature[] {
  const [first, ...others] = rows;
  if (!first || others.length === 0) return [];
  return columns.filter(
    ({ name }) => name !== sortedBy && others.every((row) => sameJson(row[name], first[name])),
  );
}

/** "All rows: Gap Up = True; OR12 Direction = Bull"; of a page of several only its own rows are known. */
export function sameWords({ rows, pages }: Listed, same: readonly Feature[]): string {
  const values = same.map(
    (feature) => `${feature.displayName} = ${cellText(feature, rows[0]?.[feature.name])}`,
  );
  return `${pages > 1 ? "All rows of this page" : "All rows"}: ${values.join("; ")}`;
}
