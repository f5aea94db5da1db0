import type { ModuleResult } from "@/api/generated";

/** Known modules in the order in which a card shows them. */
export const PRIORITY = [
  "occurrence",
  "basic_distribution",
  "timing_analysis",
  "period_probability",
  "time_distribution",
  "percentage_distribution",
  "threshold_analysis",
  "extreme_timing",
  "categorical_distribution",
  "hod_lod_analysis",
  "ema_accumulation",
  "streak_analysis",
  "binary_multi_occurrence",
  "ath_analysis",
] as const;

export type KnownKind = (typeof PRIORITY)[number];

/** Kinds that detail the event of an occurrence. */
const OF_EVENTS: readonly (KnownKind | null)[] = ["binary_multi_occurrence", "ath_analysis"];

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
