import type { CoinQuartiles, CoinRate, LabelCount, NoCoin, Verdict } from "@/api/generated";
import { asRead, formatCount, formatPercent } from "@/lib/text/format";
import { coinDifference, coinOf } from "@/question/figures/coin";
import { DASH, formatPoints, formatSpan, formatTest, toPercent } from "@/question/figures/format";
import type { Cell, Maybe, Section, Sections, Value } from "./section";

const HEADING = { text: "A coin, on the same days", as: "subheading" } as const;

/** How a coin is compared with, and how the adjusted p comes about. */
const METHOD = {
  text: "p is by day: each day against the coin days of its own session that match as well. It is adjusted by Holm's method for all that this answer tests.",
  as: "note",
} as const;

/** A rate beside a coin's: difference, test, and the days that are compared. */
export function againstCoin(coin: CoinRate | NoCoin | null | undefined): Sections {
  const drawn = coinOf(coin);
  if (!drawn) return [];
  return shown({
    rate: formatPercent(drawn.occurrence * 100),
    difference: coinDifference(drawn),
    ...tests(drawn.verdict),
    ...comparedDays(drawn),
  });
}

/** A number's test: of how many days are above the coin's median. */
export function aboveCoin(coin: CoinQuartiles | NoCoin | null | undefined): Sections {
  const drawn = coinOf(coin);
  return drawn ? shown({ ...tests(drawn.verdict), "days compared": formatCount(drawn.days) }) : [];
}

function shown(figures: Readonly<Record<string, Maybe<Value>>>): Sections {
  return [HEADING, { figures }, METHOD];
}

function tests({ p, adjusted_p }: Verdict): Record<string, Maybe<Value>> {
  return {
    p: typeof p === "number" && formatTest(p),
    "adjusted p": typeof adjusted_p === "number" && formatTest(adjusted_p),
  };
}

/** What is said of each label beside a coin's, and its figures. */
export function labelsAgainstCoin(labels: readonly LabelCount[]): Maybe<Section> {
  const drawn = labels.flatMap(({ label, coin }) => {
    const rate = coinOf(coin);
    return rate ? [{ label, rate }] : [];
  });
  const [first] = drawn;
  if (!first) return null;
  const words = drawn.map(({ label, rate }) => [label, asRead(rate.verdict.words)] as const);
  return {
    more: "each label",
    name: "Against a coin",
    sections: [
      { figures: Object.fromEntries(words), inLines: true },
      {
        caption: HEADING.text,
        head: ["Label", "Difference", "p"],
        rows: drawn.map(({ label, rate }) => [{ lead: label }, ...differenceAndTest(rate)]),
      },
      { figures: comparedDays(first.rate) },
      METHOD,
    ],
  };
}

function differenceAndTest({
  difference,
  confidence_interval,
  verdict: { p, adjusted_p },
}: CoinRate): Cell[] {
  const { lower, upper } = confidence_interval;
  return [
    { lead: formatPoints(difference * 100), notes: [formatSpan(toPercent(lower), toPercent(upper))] },
    { lead: test(p), notes: [`adjusted ${test(adjusted_p)}`] },
  ];
}

function comparedDays({ days, unpaired_days }: CoinRate): Record<string, string> {
  return {
    "days compared": formatCount(days),
    "days without a coin day that matches": formatCount(unpaired_days),
  };
}

function test(p: number | null | undefined): string {
  return typeof p === "number" ? formatTest(p) : DASH;
}
