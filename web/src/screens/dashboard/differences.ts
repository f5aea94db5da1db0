import type { Feature, FeatureResult, OtherDays } from "@/api/generated";
import { asRead, countOf, formatCount } from "@/lib/text/format";
import { untested } from "@/lib/text/verdict";

/** A card's clearest difference from the other days. */
export interface CardDifference {
  feature: Feature;
  /** The label that it is of; null where the card has one rate. */
  label: string | null;
  /** The rate on these days, 0 to 1. */
  rate: number | null;
  others: OtherDays;
}

type Answered = readonly [Feature, FeatureResult];
type Rated = Omit<CardDifference, "feature">;

/** What each card's answer says beside the other days, the surest first, and the cards that say nothing of it. */
export function differencesOf(answered: readonly Answered[]) {
  const compared = answered.map(([feature, result]) => ({ feature, clearest: clearestOf(feature, result) }));
  return {
    rows: compared
      .flatMap(({ feature, clearest }) => (clearest ? [{ feature, ...clearest }] : []))
      .sort(bySureness),
    without: compared.flatMap(({ feature, clearest }) => (clearest ? [] : feature)),
  };
}

function clearestOf(feature: Feature, { metadata, modules }: FeatureResult): Rated | undefined {
  if (metadata && untested(feature.name, metadata) !== null) return undefined;
  const answers = Object.values(modules).flatMap(({ data }) => data ?? []);
  const labels = answers.find((data) => "labels" in data)?.labels;
  const occurrence = answers.find((data) => "occurrence_days" in data);
  const rates = labels
    ? labels.map(({ label, pct, others }) => ({ label, rate: pct === null ? null : pct / 100, others }))
    : [{ label: null, rate: occurrence?.occurrence ?? null, others: occurrence?.others }];
  return rates
    .flatMap(({ others, ...rate }) =>
      typeof others?.verdict.adjusted_p === "number" ? [{ ...rate, others }] : [],
    )
    .sort(bySureness)[0];
}

/** By adjusted p, then by p, then by size: the surest first. */
function bySureness({ others: a }: Rated, { others: b }: Rated): number {
  const by = (read: (others: OtherDays) => number) => read(a) - read(b);
  return (
    by(({ verdict }) => verdict.adjusted_p ?? 1) ||
    by(({ verdict }) => verdict.p ?? 1) ||
    by(({ difference }) => -Math.abs(difference ?? 0))
  );
}

const BEYOND_CHANCE = ["more", "fewer"];

/** "None of the 54 comparisons differs beyond chance." as the verdicts of all cards and labels have it. */
export function summaryWords(answered: readonly Answered[]): string {
  const verdicts = answered.flatMap(([, { modules }]) =>
    Object.values(modules).flatMap(({ data }) => (data ? verdictsOf(data) : [])),
  );
  const tested = verdicts.filter(({ adjusted_p }) => typeof adjusted_p === "number");
  const size = tested.find(({ family_size }) => family_size)?.family_size ?? tested.length;
  if (size === 0) return "No open card can be compared with the other days.";
  const count = tested.filter(({ code }) => BEYOND_CHANCE.includes(code)).length;
  const differing = count === 0 ? "None" : formatCount(count);
  return `${differing} of the ${countOf(size, "comparison")} ${count > 1 ? "differ" : "differs"} beyond chance.`;
}

function verdictsOf(data: object) {
  const rates = "labels" in data ? (data.labels as { others?: OtherDays | null }[]) : [data];
  return rates.flatMap((rate) =>
    "others" in rate ? ((rate.others as OtherDays | null)?.verdict ?? []) : [],
  );
}

/** "Not compared with the other days: Gap Class, OR12 Range." */
export const withoutWords = (features: readonly Feature[]) =>
  asRead(`Not compared with the other days: ${features.map(({ displayName }) => displayName).join(", ")}.`);
