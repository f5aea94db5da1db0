/**
 * How long answers live, in seconds (spec/product.md section 7). Without a line of its own a call is asked again after
 * `fresh`, and forgotten after `kept`; never on focus, always after the connection came back.
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
