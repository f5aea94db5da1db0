import type { Chapter } from "./chapter";

export const PRACTICE: Chapter = {
  id: "practical-application",
  title: "Practical Application",
  startsOpen: true,
  topics: [
    {
      id: "asking",
      title: "Asking a question",
      paragraphs: [
        "Begin with what you can know at the moment you would act: filters known at the open, or by bar N. Read features that settle later. Look at the other days before you look at the difference, and at the days behind both before either.",
        "Decide on the question before you look for its answer. Trying filters until one shines finds luck: the correction covers the features of one selection, not the selections you tried.",
        "See whether a finding holds in a second stretch of dates that played no part in finding it.",
      ],
    },
    {
      id: "worked-interval",
      title: "Worked example: a share and its interval",
      paragraphs: ["With the data you are looking at, to be checked with a pocket calculator:"],
      extra: "interval-example",
    },
    {
      id: "worked-difference",
      title: "Worked example: a difference",
      paragraphs: [
        "The same feature with one filter: days that opened above yesterday's close against the other days.",
      ],
      extra: "difference-example",
    },
    {
      id: "limits",
      title: "What the figures cannot say",
      paragraphs: [
        "They describe the days that were. Markets change; contracts, hours and participants did within this data too. No figure includes costs, slippage or whether an order would have been filled. Nothing here is advice to trade.",
        "Sample data is made by a program to show how the pages work. It says nothing about any market, and every screen marks it.",
      ],
    },
    { id: "glossary", title: "Glossary", paragraphs: [], extra: "glossary" },
  ],
};
