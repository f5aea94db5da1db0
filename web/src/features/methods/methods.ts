export interface Method {
  id: string;
  title: string;
  paragraphs: string[];
}

/** What each built module measures, in the words of design/statistics.md. */
export const METHODS: Method[] = [
  {
    id: "comparison",
    title: "Matched days, all days, the other days",
    paragraphs: [
      "Matched days pass every filter and the dates. The baseline is all days of the dates. The other days are the baseline without the matched days.",
      "Differences and tests compare the matched days with the other days. Where the interval of a difference holds zero the card says so: no clear difference.",
    ],
  },
  {
    id: "intervals",
    title: "Intervals and sample size",
    paragraphs: [
      "Shares carry a 95% Wilson score interval, which keeps its meaning for few days and for shares near 0% and 100%. The difference of two shares uses Newcombe's interval.",
      "Under 30 days is a small sample, 30 to 100 a medium one, over 100 a large one. Intervals take days as independent of each other.",
      "Tests are Fisher's exact test for shares and Pearson's chi-square for categories. A q-value is the p-value after Holm's correction over one test for each feature of your tier, so a card reads the same alone and in a batch.",
    ],
  },
  {
    id: "occurrence",
    title: "Occurrence probability",
    paragraphs: [
      "The share of days on which the condition held: the event happened, the count was above zero, the statement was true.",
    ],
  },
  {
    id: "timing",
    title: "Timing analysis",
    paragraphs: [
      "On the days with an event, the bar on which it first happened: median, mean, quartiles, and how many days had seen it by each bar. Bar 1 opens at 9:30 New York, bar 81 closes at 16:15.",
    ],
  },
  {
    id: "period",
    title: "Period probability",
    paragraphs: [
      "The share of all days whose event came in the Morning (bars 1-27), Mid-Session (28-54) or Late Session (55-81). The three add up to the occurrence.",
    ],
  },
  {
    id: "time",
    title: "Time distribution",
    paragraphs: [
      "The days with an event by the hour in which it came, as a share of the days with an event.",
    ],
  },
  {
    id: "basic",
    title: "Distribution analysis",
    paragraphs: [
      "Numbers: mean, standard deviation (sample), quartiles and a histogram whose bins come from all days and do not move with the filter. Categories: the share of each label with its interval.",
    ],
  },
  {
    id: "percentage",
    title: "Percentage distribution",
    paragraphs: [
      "The days in each of the feature's fixed ranges, lower edge included, upper edge not, with full range, median, middle half and skewness.",
    ],
  },
  {
    id: "threshold",
    title: "Threshold analysis",
    paragraphs: [
      "The same ranges as shares of all days with a value, and how often each threshold was reached at all.",
    ],
  },
  {
    id: "categorical",
    title: "Categorical distribution",
    paragraphs: ["The days in each position, such as above, inside or below, as counts and shares."],
  },
  {
    id: "extremes",
    title: "Extreme timing and high/low of day analysis",
    paragraphs: [
      "A bar updates the high when its high passes every earlier high of the session; low likewise. Shown are the updates per day, their share in each third of the day, and in which third the final extreme fell.",
    ],
  },
  {
    id: "streaks",
    title: "Streak analysis",
    paragraphs: [
      "A streak is a run of adjacent sessions that all match and are all active. A half day is skipped over; a missing session or one without a value ends the run. The continuation leaves out runs that a filter or the end of the data cut short.",
    ],
  },
  {
    id: "ema",
    title: "EMA accumulation",
    paragraphs: [
      "How many bars of the day closed on one side of the EMA, how long they stayed there in a row, and the run still alive at the last bar. Bars of one day are not independent, so these figures carry no interval.",
    ],
  },
  {
    id: "events",
    title: "Multiple occurrence and all-time highs",
    paragraphs: [
      "Days with none, one or several; and for all-time highs how long since the last one, whether the next session made one too, and how far below the old high the other days closed. Such days cluster, which makes their intervals too narrow.",
    ],
  },
  {
    id: "known",
    title: "What is known when",
    paragraphs: [
      "Each feature states the bar from which it is known. Using a filter that is known later than what is read is allowed and marked as look-ahead; a filter known only at the close is marked as hindsight: for study, not for decisions.",
    ],
  },
];
