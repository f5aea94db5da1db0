import { topic } from "./topic";

export const PRACTICE = [
  topic("asking", "Asking a question", [
    "Begin with what you can know at the moment you would act: filters known at the open, or by bar N. Read features that settle later. Look at the other days before you look at the difference, and at the days behind both before either.",
    "Decide on the question before you look for its answer. Trying filters until one shines finds luck: the correction covers the features of one selection, not the selections you tried.",
    "See whether a finding holds in a second stretch of dates that played no part in finding it.",
  ]),
  topic("worked-interval", "Worked example: a share and its interval", [
    "With the data you are looking at, to be checked with a pocket calculator:",
  ]),
  topic("worked-difference", "Worked example: a difference", [
    "The same feature with one filter: days that opened above yesterday's close against the other days.",
  ]),
  topic("limits", "What the figures cannot say", [
    "They describe the days that were. Markets change; contracts, hours and participants did within this data too. No figure includes costs, slippage or whether an order would have been filled. Nothing here is advice to trade.",
    "Sample data is made by a program to show how the pages work. It says nothing about any market, and every screen marks it.",
  ]),
  topic("glossary", "Glossary", []),
];
