import FIGURES from "../figures.json";
import { formula, topic } from "./topic";

const { session, periods, histogram } = FIGURES;

const PERIODS = Object.entries(periods)
  .map(([name, [from, to]]) => `${name} bars ${from}-${to}`)
  .join(", ");

export const PRIMARY_METHODS = [
  topic("occurrence", "Occurrence Probability", [
    "The share of days on which the condition held: the event happened, the count was above zero, the statement was true, the category was any but the neutral one.",
    "Beside it stand the other days' share, the lift (one share divided by the other, from 30 matched days on) and the difference, each with its interval.",
    formula("occurrence = active days / days with a value"),
    formula("lift = matched share / other days' share"),
  ]),
  topic("timing", "Timing Analysis", [
    "On the days with an event, the bar on which it first happened: median, mean, quartiles and the days of each bar.",
    `The curve over bars 1 to ${session.bars} shows how many of all days had seen the event by each bar. “Still to come” is asked of the days that had not: of those, the share on which it came later in the day.`,
    formula("by bar k = c / n"),
    formula("still to come after bar k = (x − c) / (n − c)"),
  ]),
  topic("distribution", "Distribution Analysis", [
    `Numbers: mean, standard deviation, quartiles, the median with its own interval, and a histogram. Its bins are made from all days (rule of Freedman and Diaconis, ${histogram.fewestBins} to ${histogram.mostBins} bins, open at both ends) and do not move with the filter. Whole numbers with at most ${histogram.integerBins} values have a column each.`,
    "Categories: the share of each label with its interval, the neutral label last.",
  ]),
  topic("percentage", "Percentage Distribution", [
    "The days in each of the feature's fixed ranges: the lower edge belongs to the range, the upper does not. Beside it the full range, the median, the middle half of the days and the skewness: above 0 the long tail is to the right. Where the lowest possible value is an edge, days at exactly that value stand by themselves.",
  ]),
  topic("period", "Period Probability", [
    `The share of all days whose event came in each third of the day: ${PERIODS}. The three add up to the occurrence. The most likely period is the one with the largest share, the earlier of two alike.`,
  ]),
  topic("time", "Time Distribution", [
    "The days with an event by the hour in which it came, as a share of the days with an event. The last hour is short: 9 bars.",
  ]),
];
