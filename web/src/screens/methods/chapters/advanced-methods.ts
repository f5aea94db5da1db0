import { EXAMPLE_RANGES } from "@/question/figures/example-ranges";
import FIGURES from "../figures.json";
import { formula, topic } from "./topic";

const { session, ema } = FIGURES;

export const ADVANCED_METHODS = [
  topic("threshold", "Threshold Analysis", [
    "The same ranges as in the percentage distribution, each as a share of all days with a value, and how often each threshold was reached at all: at or above an edge from 0 upwards, at or below an edge under 0.",
    "Standard thresholds run from 0.5% to 3%. They are a guide for moves in percent of price; the features here bring ranges of their own, in points or in percent of a range they belong to. Below are the edges of the catalogue as it is served.",
    formula(`Without ranges of its own: ${EXAMPLE_RANGES.join(", ")}`),
  ]),
  topic("ema", "EMA Accumulation", [
    `The EMA is the exponential mean of ${ema.bars} closes of ${session.minutes}-minute bars, the bar's own close included, carried on from session to session. Regime balance: how many bars of the day closed on one side of it, in steps from ${ema.buckets.join(", ")} bars on. Persistence: how long they stayed there in a row, and the share of runs that lasted ${ema.continuation.join(", ")} bars or more.`,
    "The streak at the end of the day is the run still alive at the last bar, 0 where there is none. Bars of one day are not independent of each other, so these figures carry no interval.",
  ]),
  topic("streaks", "Streak Analysis", [
    "A streak is a run of adjacent sessions that all match and are all active. A half day is skipped over; a missing session or one without a value ends the run.",
    "Went on: of the matched days in a run of that length whose next session is known, the share on which the next session continued it, whether or not it matches the filter. A day before a missing session, before one without a value and at the end of the data leaves the denominator: how it went on is unknown.",
  ]),
  topic("extremes", "HOD/LOD Analysis", [
    "A bar from bar 2 on updates the high when its high passes every earlier high of the session; the low likewise. Bar 1 can only be a final extreme. Shown are the updates per day, the share of all updates in each third of the day, and in which third the final high or low of the day fell.",
  ]),
  topic("categorical", "Categorical Distribution", [
    "The days in each position, such as above, inside or below, as counts and shares.",
  ]),
  topic("multiple", "Multiple Occurrence", [
    "Days with none, with one and with several, the average on the days that had any, and the most in one day. It is shown together with the occurrence.",
  ]),
  topic("all-time-highs", "All-Time High Analysis", [
    "How long since the last session with an all-time high, whether the next session made one too, on which bar the first one came, and how far below the old high the other days closed. Such days cluster: see “Days are not quite independent”.",
  ]),
];
