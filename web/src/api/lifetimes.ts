/**
 * How long answers live, in seconds (spec/product.md section 7). `fresh` and `kept` hold for every call that has no
 * line of its own: a card or screen that comes back asks again for an answer older than `fresh`, and one nobody shows
 * is forgotten after `kept`. Answers are never asked for again on focus, and always after the connection came back.
 */
export const LIFETIMES = {
  fresh: 5 * 60,
  kept: 30 * 60,
  dashboard: 2 * 60,
  probability: 60,
  probabilityKept: 3 * 60,
  categories: 5 * 60,
  user: 5 * 60,
  forever: Number.POSITIVE_INFINITY,
} as const;
