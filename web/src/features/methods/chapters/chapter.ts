/** What a topic shows below its words: figures asked from the service, or a list. */
export type Extra =
  | "data"
  | "sample-sizes"
  | "ranges"
  | "interval-example"
  | "difference-example"
  | "known-classes"
  | "glossary";

/** One entry of the contents; `id` is its anchor and stays the same, since links point to it. */
export interface Topic {
  id: string;
  title: string;
  paragraphs: readonly string[];
  /** Formulas and counts to check by hand, one line each. */
  formulas?: readonly string[];
  extra?: Extra;
}

export interface Chapter {
  id: string;
  title: string;
  /** Whether it is open before anybody asked for it. */
  startsOpen: boolean;
  topics: readonly Topic[];
}
