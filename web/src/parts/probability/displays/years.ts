import type { Occurrence, YearRate } from "@/api/generated";
import { asRead, countOf, formatPercent } from "@/lib/text/format";
import { differenceFigures } from "@/question/figures/difference";
import { formatAdjusted, formatLimits, formatTest, readInterval, toPercent } from "@/question/figures/format";
import type { Maybe, Section, Sections, YearBar } from "./section";

/** Under so many days a year's bar is hollow. */
const FEW = 10;

const METHOD = {
  text: "Days are compared by what they are above the coin of the same day, or by their rates where a coin decides nothing. The p of the years is adjusted by Holm's method for all features of this answer.",
  as: "note",
} as const;

/** Did it hold? The rate year by year, whether the years differ, and the last days against all before them. */
export function years(data: Occurrence, untested: string | null): Maybe<Section> {
  const { years: found = [], years_verdict: verdict, recent } = data;
  if (found.length < 2) return null;
  return {
    years: found.map(yearBar),
    overall: toPercent(data.occurrence),
    words: untested === null && verdict ? asRead(verdict.words) : null,
    recent: recent ? asRead(recent.verdict.words) : null,
  };
}

/** A year's rate as its bar, and what the pointer reads there. */
export function yearBar(year: YearRate): YearBar {
  const percentage = toPercent(year.occurrence);
  const interval = readInterval(year, percentage);
  const rate = `${formatPercent(percentage)} of ${countOf(year.days, "day")}\n95% ${formatLimits(interval)}`;
  const name = String(year.year);
  return {
    value: percentage ?? 0,
    text: `${name}: ${year.days === 0 ? "no day with a value" : rate}`,
    opens: { place: name, label: name },
    interval,
    isFew: year.days < FEW,
  };
}

/** The test of the years and the difference of the last days, with how both come about. */
export function heldFigures({ years_verdict: verdict, recent }: Occurrence): Sections {
  const p = verdict?.p;
  const difference = recent?.difference;
  if (typeof p !== "number" && !difference) return [];
  return [
    { text: "Did it hold?", as: "subheading" },
    {
      figures: {
        "p of the years": typeof p === "number" && formatTest(p),
        "adjusted p of the years": verdict && formatAdjusted(verdict),
        "last days minus before": difference && differenceFigures(difference),
      },
    },
    METHOD,
  ];
}
