import { type Condition, conditionsIn, type Filter, groupId, isGroup } from "@/question/filters";

const TURNED = { "=": "!=", "!=": "=", in: "not_in", not_in: "in" } as const;

/** The filter that matches where a condition is known and does not hold. */
export function negated(filter: Filter): Filter | null {
  if (isGroup(filter)) return filter.kind === "any_of" ? grouped("none_of", filter.of) : null;
  const { operator, value } = filter;
  const isWhole = filter.first_in === undefined;
  if (isWhole && typeof value === "boolean") return { ...filter, value: !value };
  if (isWhole && operator in TURNED) return { ...filter, operator: TURNED[operator as keyof typeof TURNED] };
  return grouped("none_of", [filter]);
}

/** Filters of which any may hold: labels of one feature together, else a group; null where it cannot be said. */
export function anyOf(sets: readonly (readonly Filter[])[]): Filter | null {
  const conditions = sets.flatMap((set) => (set.length === 1 ? set.flatMap(conditionsIn) : []));
  const [first] = conditions;
  if (!first || conditions.length !== sets.length || sets.flat().some(isGroup)) return null;
  const isOfOne = conditions.every(({ feature, operator }) => feature === first.feature && operator === "in");
  if (!isOfOne) return grouped("any_of", conditions);
  return { ...first, value: [...new Set(conditions.flatMap(({ value }) => value))] };
}

function grouped(kind: "any_of" | "none_of", of: Condition[]): Filter {
  return { id: groupId({ kind, of }), kind, of };
}
