import FIGURES from "../figures.json";
import { formula, topic } from "./topic";

const { session, openingRanges, quantiles, interval, adrSessions, allTimeHighSessions } = FIGURES;
const RANGES = openingRanges.map(
  (bars) => `OR${bars} is the range of the first ${bars} bars, ${bars * session.minutes} minutes.`,
);

export const CORE_CONCEPTS = [
  topic("sessions", "Sessions and bars", [
    `Every figure counts whole trading days: sessions of exactly ${session.bars} bars of ${session.minutes} minutes. Bar 1 opens at ${session.opens} New York, bar ${session.bars} closes at ${session.closes}. Bars are numbered from 1 and named by their opening time.`,
    `Half days have ${session.halfDayBars} bars. They are drawn on the chart and serve as yesterday, but are not counted: their late bars never existed. Sessions with missing bars are set aside with the reason, and a missing bar is never invented. Trade on a day when the exchange was closed is no session and nobody's yesterday.`,
  ]),
  topic("comparison", "Matched days, all days, the other days", [
    "Matched days pass every filter and the dates. The baseline is all days of the dates. The other days are the baseline without the matched days.",
    "Differences, lifts and tests compare the matched days with the other days, never with the baseline: the baseline holds the matched days themselves and would hide part of the difference. A choice of dates alone is no filter.",
  ]),
  topic("missing-values", "Days without a value", [
    "A feature may have no value on a day: no overnight bars, no session before, too little history, or a question that does not apply, such as the fill of a gap on a flat open. Such a day leaves the denominator and is counted beside it. It is not a day on which nothing happened.",
    "A day without a value matches no filter, not even “not equals” or “not in”.",
  ]),
  topic("events", "Event features and bar 0", [
    `An event feature is the number of the first bar on which something happened, 1 to ${session.bars}. 0 means that it did not happen on that day; it is no bar before the open. So 0 fails every comparison and range: “at most bar 24” means that it happened, and by bar 24. Only “equals 0”, “not equals” and lists can reach 0.`,
    "Counts are ordinary numbers: 0 of them is a count like any other.",
  ]),
  topic("by-bar", "By bar N", [
    "“By bar N” evaluates a feature on bars 1 to N alone, as somebody would who watches the day and stands at that close. A later event reads as not happened yet. A feature that presupposes something, such as the fill of a gap, has no value until its condition has come about by bar N.",
    "It is offered exactly where the answer at bar N can be known at bar N.",
  ]),
  topic("opening-range", "Opening ranges OR6, OR12 and OR18", [
    `${RANGES.join(" ")} A breakout goes strictly beyond the range, by one tick at least; a touch is at or beyond it. A bar that breaks both sides is told apart as such: which came first is not guessed.`,
  ]),
  topic("yesterday", "Yesterday and previous-day filters", [
    "Yesterday is the exchange session immediately before, full or half. HoY and LoY are its high and low, CoY the close of its last bar. GXH and GXL are the high and low of the night, 18:00 to 9:30 New York. Where yesterday's session is missing, what needs it has no value.",
    "A previous-day filter asks for the feature's value on the session before. It is known before the open. After a half day it has no value, since half days have no features of their own.",
    `ADR10 is the mean range of the ${adrSessions} full sessions before today. All-time highs compare with the highest trade of the data before the open and have no value in the first ${allTimeHighSessions} full sessions.`,
  ]),
  topic("rolls", "Rolls of the contract", [
    "Prices are as traded in the session's contract and are never adjusted by us. On a session whose contract differs from the day before, yesterday's levels are those of today's contract where its bars are there. Where they are not, the step between the contracts is unknown: what needs yesterday's levels or the five-minute EMA has no value, and that EMA starts again.",
    "Data without contract names has unknown rolls. A step between contracts then looks like a gap; the page says so above every screen until the rolls are given.",
  ]),
  topic("intervals", "Intervals", [
    `A share of days is an estimate. Its ${interval.confidence}% interval says which long-run rates go with the days counted. Shares carry Wilson's score interval (1927): it keeps its meaning for few days and for shares near 0% and 100%, never leaves 0% to 100%, ends exactly at 0% where it never happened and at 100% where it always did. Without a day there is no interval and no rate.`,
    "The difference of two shares carries Newcombe's interval (1998), which is put together from the Wilson limits of both sides. Against the other days both shares are means over the years, with the weights of Mantel and Haenszel. A lift carries Katz's interval (1978).",
    formula("middle = (p + z² / 2n) / (1 + z² / n)"),
    formula("half width = z / (1 + z² / n) · √( p(1 − p) / n + z² / 4n² )"),
    formula(`p = share of days, n = days, z = ${interval.z.toFixed(6)}`),
  ]),
  topic("quantiles", "Medians and quartiles", [
    `Quartiles are Hyndman and Fan's type ${quantiles.type} (1996), as in most statistics software: the value at position (n − 1) · q of the sorted days counted from 0, on a straight line between neighbours. Half of the days lie between the first and the third quartile; the distance between these two is the IQR. Standard deviations are those of a sample, divided by n − 1.`,
    formula(
      `${quantiles.values.join(", ")}: first quartile ${quantiles.q1}, median ${quantiles.median}, third quartile ${quantiles.q3}`,
    ),
  ]),
];
