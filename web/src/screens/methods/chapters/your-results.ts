import { DAYS_LIKE } from "@/question/words";
import FIGURES from "../figures.json";
import { formula, topic } from "./topic";

const { tests, clusters } = FIGURES;
const { p, q } = tests.holm;

export const YOUR_RESULTS = [
  topic("sample-size", "Sample size", [
    "A figure is never shown without the number of days behind it. The grade counts the days in the denominator, not the days on which something happened.",
  ]),
  topic("differences", "What the words say", [
    "Beside a coin, the other days, a second question and at a cut the words follow the adjusted p, as later topics say. Under 0.05 they say how many points more or fewer. p under 0.05 with the adjusted p at or above it: “Looks different; 1 in 20 comparisons does by chance.” Else “Could be chance.”, which is no proof that there is no difference; the days at hand cannot tell. Narrow filters leave few days and wide intervals.",
    "Where a filter makes an outcome certain or impossible the card says so and tests nothing.",
  ]),
  topic("coin", "What would a coin give?", [
    "A percentage means little until you know what chance gives in a market with these bars. A coin day is a real full session in which a fair coin decides the direction of every five-minute bar: heads keeps the bar, tails turns it upside down, and the next bar goes on from where it closed. Each bar keeps its size and its volume.",
    "The opening stays real, and so does all that is known before it: yesterday's levels, Globex, ADR10, the calendar and the sessions before. Each session has between 24 and 104 coin days, enough for 50,000 in all where the data reach so far. The same day always has the same coins.",
    "Your question is put to the coin days too: one matches where its own values pass your filters. Each matched day is compared with the coin days of its own session that match as well. A coin's rate on the same days is the mean, over the days, of the share of their coin days on which the event came. A hollow circle marks it. Days without a coin day that matches are left out of the comparison, and counted.",
    "Adjusted p under 0.05: the card says “5.1 points more than a coin (60.19%).” p under 0.05 with adjusted p at or above it: “Coin: 60.19%. Looks different; 1 in 20 comparisons does by chance.” Else “Coin: 60.19%. Could be chance.”, which is no proof that market and coin are alike; the days at hand cannot tell.",
    "A coin day has the same sizes of bars, the same filters and so the same arithmetic, where other days may differ in all of them. So the coin leads on every card that has one, and the other days stand under “More”.",
    "p says how often a coin's days would have the event on a number of days at least this unusual, by each day's own chance. It is exact where few days leave room for chance; with fewer than 10 days, or with almost no chance left, there is no test. The adjusted p is Holm's, over all that one answer tests against the coin: features, labels and medians. A question that an answer asks twice under two names counts once. What is known before the open has no coin.",
    "Each label of a category is compared as an event is, a number by the days above the coin's median. The difference has Wilson's interval of the rate, less the coin's rate; it counts as many days as the spread of the days' differences allows. Difference, p, adjusted p and the days compared stand under “More”.",
  ]),
  topic("expect", "What to expect", [
    "The rate of few days is a bad forecast of the days to come. “Expect about 66%” pulls it towards what the coin gives on the same days plus what the event has above its coin on all days. The days count as they are, the coin's rate counts as 100 days: 18 of 24 days where that rate is 62% give (18 + 62) / (24 + 100), 65%.",
    "Of the next ten such days the card says between how many and how many will have the event, 4 times in 5 or more, by the beta-binomial distribution. Tried on a later year or half of the days, the squared error of the expected rate was a third to a half smaller than that of the rate before; on 60 later days it was 4 to 22% smaller.",
    "What is known before the open has no coin, and nothing is expected of it: there a pull towards the rate of all days hardly helped.",
  ]),
  topic("target-before-stop", "Target before stop", [
    "From the open, or from the close of bar 6, 12, 18, 36 or 54, a target lies on one side of the price and a stop on the other. Every day has a result: the target, minus the stop, or how far it closes from that price, to the target's side, where it reaches neither. Costs are taken off each day. A cell shows the mean result in percent of ADR10, in points or in R, with its 95% interval, and the share of days by their end.",
    "Five-minute bars do not say in which order their prices came. A day whose first bar at either price holds both is taken for a stop, and the cell says what the mean is if such days are targets. Where one-minute bars are kept, they are read in place of five-minute bars, for the coin days too, and the order is unknown on fewer days.",
    "Distances are exact, in percent of the day's ADR10, in points, or in R: so many times the stop, which then is in percent of ADR10. Days without ADR10 are left out where it is needed, and counted.",
    "Beside each mean stands what a coin gives on the same days: the same target and stop on each day's own coin days that pass your filters. Costs are alike on both sides, so they change no comparison. A blue cell with ▲ has an adjusted p under 0.05 and a mean above the coin's, an orange one with ▼ one below it; the adjusted p is Holm's, over all cells of the table. Neighbours are coloured together, as they share their days.",
    "p takes the real day as one of its own draws: the sum of the results is compared with what each day's draws give on average, by the normal distribution and the variance of these draws. The intervals are Student's by days; the coin's variance counts for thirty more days, as few days may all end alike.",
    "Target first, of the days that reached one of them, leaves out the days that reach neither and those of an unknown order. Break-even is said of this rate alone: the stop and the costs, divided by stop and target together. A rate above it can stand beside a mean below zero. Nothing here says what an order would be filled at.",
  ]),
  topic("compare", "Two questions, A and B", [
    "Both rates are of all days of their question, and A minus B is the difference of these two rates. Its 95% interval is put together from the Wilson limits of both; where days are in both questions it allows for what they have in common.",
    "p is the level at which such an interval touches 0. Without a common day it is Fisher's exact test; where one question is inside the other, so are its days against the other days of the outer one. The adjusted p is Holm's, over all features and labels of the answer. Where A and B only share some days, fewer than ten expected days with or without the outcome are not tested.",
    "Adjusted p under 0.05: “5.1 points more than on the days of B (60.19%).” p under 0.05 with adjusted p at or above it: “B: 60.19%. Looks different; 1 in 20 comparisons does by chance.” Else “B: 60.19%. Could be chance.”",
    "“Only A against only B” shows both rates without the days in common. It is not tested, and may differ much more than A and B do.",
  ]),
  topic("curve", "Curve and cut", [
    "The curve says how often an outcome comes along the values of a number or a count. The matching days with a value and an outcome stand in the order of their values, and a window of 15% of them, at least 40 days, moves from the lowest to the highest by a fiftieth. A point is the share on the days whose value lies among the window's, drawn at their middle value. Days of equal values are in a window together or not at all. Below 40 days there is no curve.",
    "Windows overlap: points beside each other share most of their days, so a bend of the line is one accident seen many times. The band holds the true shares of all windows at once, with 95%; “One point at a time” shows the interval of each alone, and about half of all curves without a bend leave that somewhere. The page says where the curve leaves the share of all days by more than 19 in 20 curves without a bend do anywhere. The dashed line is the same outcome on the coin days that pass your filters, by their own values; the dotted one is the share of all days of the curve.",
    "A cut parts the days: those below a value, and those from it on. Both have their share with its interval, the difference has Newcombe's, p is Fisher's exact test. The adjusted p is the share of 999 random orders of the days whose best cut parts them as well: it counts that any cut could have been chosen. Adjusted p under 0.05: “5.1 points more than below the cut (60.19%).” It is not tested where the feature or a filter decides the outcome, or with fewer than 20 days on a side.",
    "Who moves a cut until the difference shines has tried many, and the best of many looks better than it is. Each cut whose p-value was shown is a look of the ledger. A cut that was found is worth a test on days that had no part in finding it: other years, or the sealed days.",
  ]),
  topic("path", "Typical path", [
    "After each five-minute bar the path says how far the matching days had gone from their open, in percent of the day's ADR10: their median, the middle half and the middle eight tenths. Thin lines are the median and quartiles of the other days, and of the coin days that pass your filters. Days without ADR10 are left out and counted.",
    "Each bar is asked by itself: no single day need go along a line, and a median that drifts is of different days at each bar. A filter that is known only at the close chooses days by how they ended, and so draws a path that nobody could have followed; choose a bar under As of, and only what is known by then is asked.",
  ]),
  topic("quiz", "Quiz and score", [
    "The quiz draws one of the days at random and shows it up to a bar, without its date. What is asked is still open then: the event has not come, or the answer is certain only later. The rest of the day reaches the page after your guess, not before.",
    "The score is Brier's (1950): the squared distance of your probability from what came, which counts 1, or did not, which counts 0. Lower is better, 0 is best and 1 worst; who always says 50% has 0.25. In the long run the best score comes of saying what you believe.",
    formula("70% and it came: (0.7 − 1)² = 0.09; 70% and it did not: (0.7 − 0)² = 0.49"),
    "Beside it stand two guesses that have not seen the day. The plain rate is the share on which it came, of the days drawn from on which it was open at that bar; the day itself is one of them. The coin's rate is the same on coin days. Who does worse than the plain rate would do better by saying it each time.",
    "The calibration holds ten groups of your guesses against what came. A point on the diagonal comes as often as you said; above it things come more often than you say, below it less often. The line is the 95% interval of how often it came. Of few answers it says little.",
  ]),
  topic("days-alike", DAYS_LIKE, [
    "The matching days before a day stand in the order of how little they differ from it by a bar, and the 25 nearest are shown. Looked at is every condition of your tier that is certain by that bar, less those you switch off. Nothing later enters: no later bar of the day and no later day, not even in a rank.",
    "Numbers and counts differ by their ranks among those days: 0 where the values are equal, near 1 between the lowest and the highest. True or false and labels differ by 0 or 1, a value and none by 1. Each condition weighs the same, but a category at most a quarter of the whole. The distance is the weighted mean, from 0 to 1; of days that are equally far the earlier comes first.",
    "What followed is told of the days at risk, on which an event had not come by the bar: of the days alike, and of all days they were chosen from. The difference is that of the days alike and the other days, with Newcombe's interval.",
    "Twenty-five days are few, and days that look alike may go on differently. So the forecast is their share pulled towards the plain rate of all days before, which counts as fifty days more. Every night each day with 250 days before it is foretold from these alone, by this forecast and by the plain rate, with all conditions looked at. The Brier score is the mean of the squared distances between the share that was foretold and what came, 1 or 0: lower is better. The difference of both scores has Student's interval by weeks of five sessions, and words follow its p, adjusted by Holm over the outcomes of the answer: better, worse, or it cannot tell. Scores are made before the open, at the open and at bars 6, 12, 18, 27 and 54; shown is the last of these by your bar, from 100 days on.",
  ]),
  topic("tests", "p-values", [
    "A p-value says how often a difference at least this unusual would come up if the filter had nothing to do with the feature. Matched and other days are compared within each calendar year, by the test of Cochran, Mantel and Haenszel: a filter that picks one time says nothing by the rate of that time alone. Where few days leave room for chance the test is exact (mid-p). A label of a category is tested like any other outcome. With fewer than 10 days on a side there is no test.",
    "Filters whose days come in long runs, of which a day tells much about the next (correlation above 0.5), are marked: part of a difference may still be the time within the year.",
    "A feature that is named in a filter, or decided by one, is marked as conditioned and not tested: the filter made it so. A filter decides a feature where it has read what the feature begins with, and where on all sessions that pass it alone the feature is active, or on none, or one of its labels is missing that other sessions have often enough for this to be no accident (less than one in a million).",
    "Filter and feature share bars where the filter is decided by a bar that the feature's span begins with or before: then part of any difference is arithmetic. Where the same is asked from a later bar on, that feature is named.",
    "Tested are booleans, events, categories and counts shown by how often they happen. Numbers, dates, counts shown by their size, and bars that every session has, such as those of the high and the low of the day, have no p-value.",
  ]),
  topic("holm", "Adjusted p, and why Holm's", [
    "Who looks at a hundred features finds a few small p-values by luck alone. The adjusted p is the p-value after Holm's correction (1979). Its family is everything that one answer tests against the same thing, a coin, the other days or a second question: each outcome and each label of the features asked for, a question under two names once. Previous-day twins, conditioned features and what has no test, as a label that never comes, stand outside. “0.041 for 54 comparisons” says how many there are.",
    "Sorted from the smallest, the first p-value is multiplied by the number of tests, the next by one less, and so on; none is below the one before it, none above 1.",
    "Holm's method rather than Benjamini and Hochberg's, because a filter makes many features differ mechanically and the latter then lets noise through. Tried on real data, a coin flip looked significant in 69% of questions under Benjamini and Hochberg and in 1.3% under Holm, which kept nine tenths of the real findings.",
    formula(`p ${p.join(", ")} gives ${q.join(", ")}`),
  ]),
  topic("looks", "How many looks?", [
    "The adjusted p covers the outcomes of one question. It cannot know how many questions you tried before one shone. The ledger can: each question under filters is a look, and so is each cut of a curve and each comparison, once. It says how many looks luck alone would bring with a p below 0.05: at most 1 in 20.",
    "A look's p is the smallest adjusted p of all open cards when the first of them is in sight. It counts double where cards compare with a coin and with other days, since each of the two is adjusted by itself. Cards that you open later do not change the look.",
    "Each look gets its level when it is taken: LOND of Javanmard and Montanari (2018). The level of look t is 0.05 (found so far + 1) / (3.388 t log²(t + 1)). A look is found where its p is at most its level, and stays found. Of all that is found, 1 in 20 at most is expected to be luck, where the looks are independent or rise and fall together.",
    "Looks are kept in this browser, for each instrument and layout profile, at most 2,000 of them. Emptying the ledger does not undo the luck that went into a finding.",
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
