import type { Condition, Scalar } from "@/question/filters";

/** A condition that students ask often, with the words it is found by. */
export interface Usual {
  name: string;
  /** Other words it is asked by. */
  words: string;
  filter: Condition;
}

const is = (feature: string, value: Scalar): Condition => ({ feature, operator: "=", value });
const among = (feature: string, label: string): Condition => ({ feature, operator: "in", value: [label] });

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"];
const OPENS = ["above", "inside", "below"];

export const USUAL: readonly Usual[] = [
  { name: "Gap up", words: "opens higher above yesterday's close", filter: is("gap_up", true) },
  { name: "Gap down", words: "opens lower below yesterday's close", filter: is("gap_down", true) },
  ...OPENS.map((place) => ({
    name: `Open ${place} yesterday's range`,
    words: `opens ${place} previous prior day range`,
    filter: among("open_vs_prev_range", place),
  })),
  {
    name: "Yesterday closed down",
    words: "",
    filter: is("close_above_open_prev", false),
  },
  {
    name: "Yesterday closed up",
    words: "",
    filter: is("close_above_open_prev", true),
  },
  ...WEEKDAYS.map((day) => ({
    name: day,
    words: "",
    filter: among("weekday", day.slice(0, 3)),
  })),
  {
    name: "First hour up",
    words: "OR12 opening range 60 minutes bull green",
    filter: among("or12_dir", "bull"),
  },
  {
    name: "First hour down",
    words: "OR12 opening range 60 minutes bear red",
    filter: among("or12_dir", "bear"),
  },
];

/** Conditions in words that their names lack; asked of a session before, they are usual ones too. */
export const SPOKEN: readonly Usual[] = [
  {
    name: "Bull day",
    words: "up bull bullish green day closed close closes higher above its open",
    filter: is("close_above_open", true),
  },
  {
    name: "Bear day",
    words: "down bear bearish red day closed close closes lower below its open",
    filter: is("close_above_open", false),
  },
];
