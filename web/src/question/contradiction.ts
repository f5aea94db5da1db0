import { type Condition, conditionsIn, type Filter, type Group, isGroup, sameCondition } from "./filters";

/**
 * A condition that `filters` ask for and exclude at once, so that no day matches, and that `filter` is about; null
 * where there is none.
 */
export function contradictionOf(filter: Filter, filters: readonly Filter[]): Condition | null {
  const denied = filters.flatMap((each) => (isGroup(each) && each.kind === "none_of" ? each.of : []));
  const opposites = filters.flatMap((each) => (isGroup(each) ? [] : oppositesOf(each)));
  const own = isIn(conditionsIn(filter));
  const needed = filters.flatMap((each) =>
    isGroup(each) ? neededOf(each, isIn([...denied, ...opposites])) : [each].filter(isIn(denied)),
  );
  return needed.find((each) => own(each) || own(opposite(each))) ?? null;
}

const isIn = (conditions: readonly Condition[]) => (condition: Condition) =>
  conditions.some((other) => sameCondition(other, condition));

/** What cannot hold beside a condition, as far as it is plain. */
const oppositesOf = (condition: Condition) =>
  condition.operator === "=" && typeof condition.value === "boolean" && condition.first_in === undefined
    ? [opposite(condition)]
    : [];

const opposite = (condition: Condition): Condition => ({ ...condition, value: !condition.value });

/** The excluded conditions without which a group cannot hold. */
function neededOf({ kind, count, of }: Group, isExcluded: (condition: Condition) => boolean): Condition[] {
  const excluded = of.filter(isExcluded);
  const needed = kind === "at_least" ? (count ?? 1) : 1;
  return kind !== "none_of" && of.length - excluded.length < needed ? excluded : [];
}
