import type { CoinQuartiles, CoinRate, LabelCount, NoCoin, OtherDays } from "@/api/generated";
import { asRead, countOf, formatCount, formatPercent } from "@/lib/text/format";
import { coinOf } from "@/question/figures/coin";
import { comparedFigures } from "@/question/figures/difference";
import { DASH, formatPoints, formatSpan, formatTest, toPercent } from "@/question/figures/format";
import { OTHERS_METHOD } from "../words";
import { type Cell, type Maybe, type Section, type Sections, tests, type Value } from "./section";

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
    difference: comparedFigures(drawn),
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

/** What is said of each label beside a coin's, and its figures. */
export function labelsAgainstCoin(labels: readonly LabelCount[]): Maybe<Section> {
  const drawn = labels.flatMap(({ label, coin }) => {
    const rate = coinOf(coin);
    return rate ? [{ label, rate }] : [];
  });
  const [first] = drawn;
  if (!first) return null;
  return {
    more: "each label",
    name: "Against a coin",
    sections: [...comparedLabels(HEADING.text, drawn), { figures: comparedDays(first.rate) }, METHOD],
  };
}

/** What is said of each label beside the other days, and its figures. */
export function labelsAgainstOthers(labels: readonly LabelCount[]): Maybe<Section> {
  const compared = labels.flatMap(({ label, others }) => (others ? [{ label, rate: others }] : []));
  if (compared.length === 0) return null;
  const note = { text: OTHERS_METHOD, as: "note" } as const;
  return { more: "labels beside other days", sections: [...comparedLabels("Other days", compared), note] };
}

interface ComparedLabel {
  label: string;
  rate: Pick<CoinRate | OtherDays, "difference" | "confidence_interval" | "verdict">;
}

function comparedLabels(caption: string, labels: readonly ComparedLabel[]): Section[] {
  const words = labels.map(({ label, rate }) => [label, asRead(rate.verdict.words)] as const);
  const sizes = labels.flatMap(({ rate }) => rate.verdict.family_size ?? []);
  return [
    { figures: Object.fromEntries(words), inLines: true },
    {
      caption,
      head: ["Label", "Difference", "p"],
      rows: labels.map(({ label, rate }) => [{ lead: label }, ...differenceAndTest(rate)]),
    },
    ...sizes
      .slice(0, 1)
      .map((size): Section => ({ text: `p adjusted for ${countOf(size, "comparison")}.`, as: "note" })),
  ];
}

function differenceAndTest({
  difference,
  confidence_interval,
  verdict: { p, adjusted_p },
}: ComparedLabel["rate"]): Cell[] {
  const { lower, upper } = confidence_interval;
  return [
    {
      lead: difference === null ? DASH : formatPoints(difference * 100),
      notes: [formatSpan(toPercent(lower), toPercent(upper))],
    },
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
