import type { Condition, Scalar } from "@/question/filters";

/** A condition that students ask often, with the words it is found by. */
export interface Usual {
  called: string;
  /** Other words it is asked by. */
  words: string;
  filter: Condition;
}

const is = (feature: string, value: Scalar): Condition => ({ feature, operator: "=", value });
const among = (feature: string, label: string): Condition => ({ feature, operator: "in", value: [label] });

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"];
const OPENS = ["above", "inside", "below"];

export const USUAL: readonly Usual[] = [
  { called: "Gap up", words: "opens higher above yesterday's close", filter: is("gap_up", true) },
  { called: "Gap down", words: "opens lower below yesterday's close", filter: is("gap_down", true) },
  ...OPENS.map((place) => ({
    called: `Open ${place} yesterday's range`,
    words: `opens ${place} previous prior day range`,
    filter: among("open_vs_prev_range", place),
  })),
  {
    called: "Yesterday closed down",
    words: "",
    filter: is("close_above_open_prev", false),
  },
  {
    called: "Yesterday closed up",
    words: "",
    filter: is("close_above_open_prev", true),
  },
  ...WEEKDAYS.map((day) => ({
    called: day,
    words: "",
    filter: among("weekday", day.slice(0, 3)),
  })),
  {
    called: "First hour up",
    words: "OR12 opening range 60 minutes bull green",
    filter: among("or12_dir", "bull"),
  },
  {
    called: "First hour down",
    words: "OR12 opening range 60 minutes bear red",
    filter: among("or12_dir", "bear"),
  },
];

/** Conditions in words that their names lack; asked of a session before, they are usual ones too. */
export const SPOKEN: readonly Usual[] = [
  {
    called: "Bull day",
    words: "up bull bullish green day closed close closes higher above its open",
    filter: is("close_above_open", true),
  },
  {
    called: "Bear day",
    words: "down bear bearish red day closed close closes lower below its open",
    filter: is("close_above_open", false),
  },
];
