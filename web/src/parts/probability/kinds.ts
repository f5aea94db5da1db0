import type { ModuleResult } from "@/api/generated";

/** Pixels on a narrow card, four in a row, and on a wide one, and what the comparison with the other days adds. */
export type Height = readonly [narrow: number, wide: number, filtered: number];

export const both = (height: number, filtered = 0): Height => [height, height, filtered];

/** Known modules in the order in which a card shows them, with their height as measured, for while they load. */
export const KINDS = {
  occurrence: [228, 200, 0],
  basic_distribution: [240, 221, 0],
  timing_analysis: [273, 239, 0],
  period_probability: both(134),
  time_distribution: both(154),
  percentage_distribution: both(221),
  threshold_analysis: [116, 99, 0],
  extreme_timing: both(345, 24),
  categorical_distribution: both(114, 41),
  hod_lod_analysis: both(345, 24),
  ema_accumulation: both(298, 35),
  streak_analysis: both(261, 19),
  binary_multi_occurrence: both(134, 19),
  ath_analysis: both(261, 40),
} satisfies Record<string, Height>;

export type KnownKind = keyof typeof KINDS;
export const PRIORITY = Object.keys(KINDS) as KnownKind[];

/** Kinds that detail the event of an occurrence. */
const OF_EVENTS: readonly (KnownKind | null)[] = ["binary_multi_occurrence", "ath_analysis"];

/** Kinds that tell when an event came: they open below the curve that shows it. */
export const OF_TIMES: readonly (KnownKind | null)[] = [
  "timing_analysis",
  "period_probability",
  "time_distribution",
];

export interface NamedModule {
  /** As the server named it. */
  name: string;
  kind: KnownKind | null;
  module: ModuleResult;
}

/** A module, and those shown with it as one. */
export interface ShownModule extends NamedModule {
  events: readonly NamedModule[];
}

const ALIASES: Readonly<Record<string, KnownKind>> = { timing_statistics: "timing_analysis" };

/** The module meant by a server's name: in capitals, with blanks or by an older name; null where it is unknown. */
export function knownKind(name: string): KnownKind | null {
  const kind = name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "_");
  return ALIASES[kind] ?? PRIORITY.find((known) => known === kind) ?? null;
}

/** Modules in the order of the priority list; unknown kinds keep their own order behind it. */
export function inOrder(modules: Readonly<Record<string, ModuleResult>>): NamedModule[] {
  const all = Object.entries(modules).map(([name, module]) => ({ name, kind: knownKind(name), module }));
  const known = PRIORITY.flatMap((kind) => all.filter((each) => each.kind === kind));
  return [...known, ...all.filter(({ kind }) => kind === null)];
}

/**
 * An occurrence takes the modules of its event with it; without one each is on its own. Where labels are shown with
 * their shares, they lead and the occurrence of any of them is one of their details.
 */
export function combined(modules: readonly NamedModule[]): ShownModule[] {
  const occurrence = modules.find(({ kind }) => kind === "occurrence");
  const labels = modules.find(hasLabels);
  if (occurrence === undefined) return modules.map((each) => ({ ...each, events: [] }));
  const events = labels ? [occurrence] : modules.filter(({ kind }) => OF_EVENTS.includes(kind));
  const lead = labels ?? occurrence;
  return modules
    .filter((each) => !events.includes(each))
    .map((each) => ({ ...each, events: each === lead ? events : [] }));
}

function hasLabels({ module: { data } }: NamedModule): boolean {
  return data !== null && "labels" in data;
}
