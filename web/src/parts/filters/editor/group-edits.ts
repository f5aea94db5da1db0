import { nanoid } from "@reduxjs/toolkit";
import { type Condition, type Filter, type Group, type GroupKind, isGroup } from "@/question/filters";

/** A group of one condition or more; `at_least` asks for two of them where there are so many. */
function groupOf(kind: GroupKind, of: Condition[], count = 2): Group {
  const counted = kind === "at_least" && { count: Math.max(1, Math.min(count, of.length)) };
  return { id: `group-${nanoid(8)}`, kind, ...counted, of };
}

/** A group with other parts, under its own id and in the same place. */
function changed({ count, removed, ...group }: Group, parts: Partial<Omit<Group, "id">>): Group {
  const { id, ...next } = groupOf(parts.kind ?? group.kind, parts.of ?? group.of, parts.count ?? count);
  return { ...group, ...next };
}

export const ofKind = (group: Group, kind: GroupKind) => changed(group, { kind });
export const withCount = (group: Group, count: number) => changed(group, { count });

export function withMember(filter: Filter, at: number, condition: Condition): Filter {
  return isGroup(filter) ? changed(filter, { of: filter.of.with(at, condition) }) : condition;
}

/** One condition more: a condition becomes one of two of which any may hold. */
export function withMore(filter: Filter, condition: Condition): Group {
  if (!isGroup(filter)) return groupOf("any_of", [bare(filter), condition]);
  return changed(filter, { of: [...filter.of, condition] });
}

/** Names of the conditions outside a filter. */
export type Taken = ReadonlySet<string>;

/** One condition less: the last that is left of any or of at least some is that condition again. */
export function withoutMember(group: Group, at: number, taken: Taken): Filter {
  const of = group.of.toSpliced(at, 1);
  const [last] = of;
  return last && of.length === 1 && group.kind !== "none_of" && !taken.has(last.feature)
    ? last
    : changed(group, { of });
}

/** Whether a filter is one condition that must not hold. */
export const isNot = (filter: Filter): filter is Group =>
  isGroup(filter) && filter.kind === "none_of" && filter.of.length === 1;

/** A condition turned into the one that must not hold, and back; where its name is taken it is a group of one. */
export function negated(filter: Condition | Group, taken: Taken): Filter {
  if (!isGroup(filter)) return groupOf("none_of", [bare(filter)]);
  const [first] = filter.of;
  if (!first) return filter;
  return taken.has(first.feature) ? ofKind(filter, "any_of") : first;
}

/** A condition as a group holds it. */
function bare({ replaces, removed, ...condition }: Condition): Condition {
  return condition;
}
