import { DAYS_LIKE } from "@/question/words";
import FIGURES from "../figures.json";
import { formula, topic } from "./topic";

const { clusters } = FIGURES;
const { p, q } = FIGURES.tests.holm;

export const YOUR_RESULTS = [
  topic("sample-size", "Sample size", [
    "A figure is never shown without the number of days behind it. The grade counts the days in the denominator, not the days on which something happened.",
  ]),
  topic("claim", "What a figure may say", [
    "A rate counts days that were. A difference between two rates is a claim, and each claim is tested.",
    "All of them are made alike: a fair comparison, a p-value, its adjustment, and words. Words that claim a difference follow the adjusted p and nothing else.",
  ]),
  topic("coin-market", "A market with nothing in it", [
    "DEMO-COIN is the sample with every bar, nights too, kept or turned by a coin. No bar tells of the next, so there is nothing to find.",
    "One question is put to the market you choose: days with Gap Up, and every outcome that bars of the day decide.",
    "Luck can still show a find. Of ten such coins, two show one for this question; this is one of the other eight.",
  ]),
  topic("coin", "What would a coin give?", [
    "A coin day is a real session in which a fair coin decides the direction of every bar. Heads keeps the bar, tails turns it over. The next bar continues from its close.",
    "The opening, the night, yesterday's levels and the calendar stay real. Each session has 24 to 104 coin days, always the same ones.",
    "Your filters choose coin days too. Each matched day is compared with the coin days of its own session that match as well. A hollow circle marks the coin's rate: the mean share of these coin days.",
    "Both sides have the same sizes of bars and the same filters. So the coin leads on every card that has one. What is known before the open has none.",
  ]),
  topic("differences", "One verdict and its words", [
    "One rule makes the words on cards, in tables and in files. A p below 0.05 comes by chance in 1 of 20 comparisons. So only an adjusted p below 0.05 names a side.",
    "p says how often chance alone brings a difference this unusual, by each day's own coin days. With fewer than 10 days there is no test. “Could be chance” is no proof that nothing differs: the days at hand cannot tell.",
  ]),
  topic("holm", "Many questions in one answer", [
    "Of a hundred outcomes with nothing in them, about five have a p below 0.05. The adjusted p counts that: it is Holm's (1979).",
    "Its family is everything that one answer tests against the same thing: each outcome and each label. Two names of one question count once. “0.041 for 54 comparisons” says how many there are.",
    "The smallest p is multiplied by the number of tests, the next by one less, and so on. None is below the one before it, none above 1.",
    formula(`p ${p.join(", ")} gives ${q.join(", ")}`),
  ]),
  topic("tests", "p-values and other days of the same years", [
    "Under “More” stand the other days. Matched and other days are compared within each calendar year, by Cochran, Mantel and Haenszel. A filter that picks one year does not show that year's rate as its own.",
    "Days in long runs are marked: each tells much of the next (correlation above 0.5). Part of a difference may be the time they come from.",
    "An outcome that a filter makes certain or impossible is not tested. Nor is one that lacks a label, if chance leaves that out in less than one in a million.",
    "Where filter and feature share bars, part of a difference is arithmetic, and the card says so. Numbers, dates, counts shown by their size, and bars that every session has, have no p-value against other days.",
  ]),
  topic("years", "Did It Hold?", [
    "Bars show the rate by calendar year with its 95% interval; the dashed line is the rate of all matched days. A year of fewer than 10 days is hollow. A click on a year makes it the date range.",
    "Years differ in what a coin gives. So each day counts as its outcome, 1 or 0, less the share of its own coin days. The test asks whether the years agree in that.",
    "The last 250 days are compared so with all days before. Their interval is not adjusted, so their words never claim a difference.",
    "Without a coin the rates themselves are compared, by chi-square. Under 40 days no coin test is made, and none where a filter decides the feature.",
  ]),
  topic("stopped", "Has it stopped?", [
    "A test that is read every night finds a difference in the end. So a detector asks whether the rate has fallen; it may be read daily. It compares later days with the lower end of the interval of the first half.",
    "Without a fall it alarms about once in 2,500 matching days or more seldom. “No sign that it stopped” comes with how many days a fall of 10 points would need to show.",
  ]),
  topic("target-before-stop", "Target before stop", [
    "A target lies on one side of a bar's close, a stop on the other. Every day has a result: the target, minus the stop, or how far it closes. Costs are taken off each day.",
    "The mean result is compared with the same target and stop on each day's own coin days. ▲ and ▼ mark cells with an adjusted p below 0.05, over all cells of the table.",
    "A bar that holds both counts as stop, unless one-minute bars say what came first. The cell gives the mean of the other reading too.",
    "“Target first” leaves out days that reach neither. So it can lie above break-even beside a mean below zero. Nothing here says what an order would be filled at.",
  ]),
  topic("practice", "Practice and score", [
    "Practice draws one of the days at random and shows it up to a bar, without its date. The rest of the day reaches the page after your guess.",
    "The score is Brier's (1950): the squared distance of your probability from what came, 1 or 0. Lower is better; 50% always scores 0.25.",
    "In the long run the best score comes from saying what you believe.",
  ]),
  topic("compare", "Two questions, A and B", [
    "Both rates are of all days of their question, and A minus B is their difference. Its interval and its p allow for days in both. The adjusted p is over all outcomes of the answer.",
    "“Only A against only B” leaves the common days out. It is not tested, and may differ much more than A and B do.",
  ]),
  topic("curve", "Curve and cut", [
    "A window over 15% of the days, at least 40, moves along the values of a feature. Windows share days, so one accident is seen many times. The dashed line is of coin days, the dotted one of all days.",
    "The band holds the true rates of all windows at once, with 95%. The page says where the curve leaves the rate of all days.",
    "Who moves a cut until it shines has tried many. So a cut's adjusted p is the share of 999 random orders with as good a best cut.",
  ]),
  topic("path", "Typical path", [
    "After each five-minute bar the path says how far the matching days had gone from their open, in percent of the day's ADR10: their median, the middle half and the middle eight tenths. Thin lines are the median and quartiles of the other days, and of the coin days that pass your filters. Days without ADR10 are left out and counted.",
    "Each bar is asked by itself: no single day need go along a line, and a median that drifts is of different days at each bar. A filter that is known only at the close chooses days by how they ended, and so draws a path that nobody could have followed; choose a bar under Known up to, and only what is known by then is asked.",
  ]),
  topic("days-alike", DAYS_LIKE, [
    "Shown are the 25 matching days before a day that differ least from it by a bar. Only conditions that are certain by then are compared, each with the same weight. Nothing later enters, not even in a rank.",
    "Numbers differ by their ranks, labels by 0 or 1, a value and none by 1. The distance is the weighted mean; a category weighs at most a quarter.",
    "The forecast is the share of the days alike, pulled towards the plain rate, which counts as fifty days. Every night it is scored on each day with 250 before it, beside the plain rate (Brier).",
    "Words follow the adjusted p of the difference of both scores: better, worse, or it cannot tell.",
  ]),
  topic("expect", "What to expect", [
    "A rate on few days is a bad forecast: the most striking rates owe most to luck. “Expect about 66%” pulls it towards a centre that counts as 100 days.",
    "The centre is the coin's rate plus what the event has above its coin on all days. Without a coin nothing is expected.",
    "Of the next ten such days the card says how few and how many will have the event. It is right 4 times in 5, or more.",
    formula("(came + 100 · centre) / (days + 100)"),
  ]),
  topic("looks", "How many looks?", [
    "The adjusted p cannot know how many questions you tried. The ledger can: each question under filters, each cut and each comparison is a look, once. By luck, at most 1 in 20 has a p below 0.05.",
    "A look's p is the smallest adjusted p of its open cards. It counts double where they compare with a coin and with other days.",
    "Each look gets its level when it is taken (LOND, Javanmard and Montanari 2018), and what is found stays found. At most 1 in 20 of it is expected to be luck, where looks are independent or rise and fall together.",
    "Looks stay in this browser, at most 2,000 for each instrument and layout profile. Emptying the ledger does not undo the luck.",
    formula("level of look t = 0.05 (found so far + 1) / (3.388 t log²(t + 1))"),
  ]),
  topic("sealed", "Sealed days", [
    "Days on which something was found cannot also test it. In the ledger you can seal the newest 20, 30 or 40% of an instrument's full sessions, and all that follow: they are left out of every answer, list and chart, and a band says so. Look for an idea on the other days, then open the envelope: the question is answered once on the sealed days, beside the explored ones, and both rates are written into the ledger.",
    "A question whose envelope was opened stays marked for good, whatever its dates become: those days have been seen for it. Sealing is your own discipline. The service answers for all days, in another browser too; only this page leaves them out.",
  ]),
  topic("known", "Look-ahead and hindsight", [
    "Each feature states when it becomes known. A filter that is known later than what is read can begin to settle is allowed and marked as look-ahead: its answer cannot be had live. A filter known only at the close is marked as hindsight: for study, not for decisions. An event can be used live by asking for it “by bar N”.",
  ]),
  topic("independence", "Days are not quite independent", [
    "Intervals and tests take days as independent of each other. They are not quite: quiet weeks follow quiet weeks. Every night the design effect is measured, the variance of a rate by weekly blocks over that of independent days. The square root of it is by how much an interval should be wider.",
    `Neighbouring weeks, up to ${clusters.neighbouringWeeks} of them, are counted as not independent. The effect is about 1 for most features, 1.5 to 2 for breakout sides and near 7 for all-time highs. From ${clusters.markedFrom} on days are taken to cluster, and their cards say “days cluster”.`,
  ]),
];
