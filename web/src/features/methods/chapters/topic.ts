/**
 * One entry of the contents; `id` is its anchor and stays the same, since links point to it. Formulas are to check by
 * hand, one line each. What stands below the words of some topics is in `chapter-section.tsx`.
 */
export function topic(id: string, title: string, paragraphs: string[], formulas: string[] = []) {
  return { id, title, paragraphs, formulas };
}

export type Topic = ReturnType<typeof topic>;
