/** What is to check by hand, on a line of its own. */
export const formula = (text: string) => ({ formula: text });

/**
 * One entry of the contents; `id` is its anchor and stays the same, since links point to it. What follows the
 * words of some topics is in `chapter-section.tsx`.
 */
export function topic(id: string, title: string, texts: (string | ReturnType<typeof formula>)[]) {
  const paragraphs = texts.filter((text) => typeof text === "string");
  const formulas = texts.flatMap((text) => (typeof text === "string" ? [] : text.formula));
  return { id, title, paragraphs, formulas };
}

export type Topic = ReturnType<typeof topic>;
