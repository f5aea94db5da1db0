import { baseName } from "@/api/feature-names";
import type { Feature, KnownFeature } from "@/api/generated";
import type { Filter } from "@/question/filters";
import { readFilter } from "@/question/read-filter";
import { conditionWords, type Group, groupOf, knownName, knownValue, rarityWords } from "./words";

/** Something that is known of the next session, and the condition that asks for days like it. */
export interface Chip {
  feature: string;
  group: Group;
  name: string;
  value: string;
  /** What is asked, where that is more than the value: "25 to 50%"; null where it is not. */
  asks: string | null;
  /** How rare it is; null where that is not known. */
  rarity: string | null;
  /** Null where it cannot be asked. */
  filter: Filter | null;
}

/** What tells most of a session, in the order in which it is read; all else is in the catalogue's order. */
const FIRST = [
  ...["weekday", "is_fomc_day", "is_nfp_day", "is_cpi_day", "is_opex_friday"],
  ...["gap_class", "gap_size_pct_adr", "open_vs_prev_range", "gap_up", "gx_range_pct_adr", "open_loc_gx_pct"],
  ...["or12_range_pct_adr", "or12_close_third", "or12_dir", "or12_bo_sides", "gap_fill_bar"],
  ...["close_above_open_prev", "inside_day_prev", "day_range_pct_adr_prev", "bull_day_streak_prev"],
];

/** Several chips as one, so that a usual question takes a click for each of its parts. */
export const SETS: readonly { name: string; features: readonly string[] }[] = [
  { name: "Gap", features: ["gap_class", "gap_size_pct_adr"] },
  { name: "Weekday", features: ["weekday"] },
  { name: "Yesterday", features: ["close_above_open_prev"] },
];

/** Whether a chip is shown in a set of its own: its group need not show it again. */
export const isLed = ({ feature }: Pick<Chip, "feature">) =>
  SETS.some(({ features }) => features.length === 1 && features[0] === feature);

/**
 * The chips of what is known, those first that tell most, and behind them those of the open that are not known yet.
 * Features that the catalogue lacks have none.
 */
export function chipsOf(known: readonly KnownFeature[], features: ReadonlyMap<string, Feature>): Chip[] {
  const chips = known.flatMap((each) => {
    const feature = features.get(baseName(each.feature));
    return feature ? [chipOf(each, feature, features)] : [];
  });
  const isKnown = new Set(chips.map(({ feature }) => feature));
  const coming = [...features.values()].filter(
    ({ name, known_at }) => known_at === "open" && !isKnown.has(name),
  );
  return [...inOrder(chips), ...inOrder(coming.map(comingChip))];
}

const inOrder = (chips: Chip[]) => chips.toSorted((a, b) => place(a) - place(b));

const comingChip = ({ name, displayName }: Feature): Chip => ({
  ...{ feature: name, group: "open", name: displayName },
  ...{ value: "–", asks: null, rarity: "not known yet", filter: null },
});

const place = ({ feature }: Chip) => (FIRST.includes(feature) ? FIRST.indexOf(feature) : FIRST.length);

function chipOf(known: KnownFeature, feature: Feature, features: ReadonlyMap<string, Feature>): Chip {
  const filter = known.filter && readFilter(known.filter);
  return {
    feature: known.feature,
    group: groupOf(known),
    name: knownName(known, features),
    value: knownValue(known, feature),
    asks: filter && known.value !== null ? conditionWords(filter, feature) : null,
    rarity: rarityWords(known),
    filter,
  };
}

/** The filters of the chips that are on. */
export const filtersOn = (chips: readonly Chip[], on: readonly string[]): Filter[] =>
  chips.flatMap(({ feature, filter }) => (filter && on.includes(feature) ? [filter] : []));

/** Those that are on without some, or with them. */
export function toggled(on: readonly string[], features: readonly string[], isOn: boolean): string[] {
  const others = on.filter((name) => !features.includes(name));
  return isOn ? [...others, ...features] : others;
}
