import type { Filter } from "@/question/filters";

/** What a text may mean: sets of filters, each asked as one. */
export interface Meanings {
  /** Those that every word of it speaks for, the best first. */
  sure: Filter[][];
  /** Those that only look like it. */
  loose: Filter[][];
}

export const NOTHING: Meanings = { sure: [], loose: [] };

/** What a text means where the rest of it is understood and turned; null leaves a set out. */
export function turned({ sure, loose }: Meanings, turn: (filters: Filter[]) => Filter[] | null): Meanings {
  const all = (sets: Filter[][]) => sets.flatMap((filters) => [turn(filters)].filter((set) => set !== null));
  return { sure: all(sure), loose: all(loose) };
}

export function together(...parts: readonly Meanings[]): Meanings {
  return { sure: parts.flatMap(({ sure }) => sure), loose: parts.flatMap(({ loose }) => loose) };
}
