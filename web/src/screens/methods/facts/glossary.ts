import FIGURES from "../figures.json";
import type { Fact } from "./fact-list";

const { session, openingRanges, adrSessions } = FIGURES;

/** Words of the pages, in the order of the alphabet. */
export const GLOSSARY: readonly Fact[] = [
  ["Active", "Above 0, true, or any label but the neutral one."],
  ["Adjusted p", "The p-value after Holm's correction over all that one answer tests."],
  ["ADR10", `Mean range of the ${adrSessions} full sessions before today.`],
  ["Baseline", "The same figure on all sessions of the same dates, with no other filter."],
  ["Coin day", "A real session in which a fair coin kept or turned each bar."],
  ["Conditioned", "Said of a feature that a filter names; it is not tested."],
  ["CoY", "Close of the last bar of yesterday's session."],
  ["GXH, GXL", "High and low of the night, 18:00 to 9:30 New York."],
  ["Half day", `A session that closes at 13:15, with ${session.halfDayBars} bars.`],
  ["Hindsight", "Said of an answer with a filter that is known only at the close."],
  ["HOD, LOD", "High and low of the day."],
  ["HoY, LoY", "High and low of yesterday's session."],
  ["IQR", "Distance between the first and the third quartile."],
  ["Level", "How small the p of a look must be for the ledger to call it found."],
  ["Lift", "The matched days' share divided by the other days' share."],
  ["Look-ahead", "A filter known later than what is read can begin to settle."],
  ["Matched days", "Sessions that pass every filter and the dates."],
  ["Median", "Half of the days lie below, half above."],
  [
    openingRanges.map((bars) => `OR${bars}`).join(", "),
    `Range of the first ${openingRanges.join(", ")} bars.`,
  ],
  ["Other days", "The baseline without the matched days."],
  ["p-value", "How often a difference this unusual would come up by luck alone."],
  ["Roll", "The change from one contract to the next."],
  ["Session", `One trading day of the instrument, ${session.opens} to ${session.closes} New York.`],
];
