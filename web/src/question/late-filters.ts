import { lagOf } from "@/api/feature-names";
import type { Feature } from "@/api/generated";
import { type Condition, type Filter, isGroup, isOfLists } from "./filters";

type Features = Pick<ReadonlyMap<string, Feature>, "get">;

/**
 * The filters that may hold without anybody knowing it for certain before the close. Of a whole day some are settled
 * earlier on some days: an outside day once both sides broke.
 */
export function lateFilters(filters: readonly Filter[], features: Features): Filter[] {
  return filters.filter((filter) => {
    if (!isGroup(filter)) return isLate(filter, features);
    const late = filter.of.filter((each) => isLate(each, features)).length;
    const enough = { any_of: 1, none_of: filter.of.length, at_least: filter.count ?? 1 }[filter.kind];
    return filter.of.length - late < enough;
  });
}

/**
 * Certain at the close alone, as a rule: features of the whole day, days that somebody chose, an event that did not come,
 * and own features, which the night's build alone computes.
 */
function isLate(condition: Condition, features: Features): boolean {
  if (isOfLists(condition)) return true;
  const feature = lagOf(condition.feature) > 0 ? undefined : features.get(condition.feature);
  if (feature?.name.startsWith("own_")) return true;
  if (!feature || condition.by_bar !== undefined) return false;
  return feature.known_at === "eod" || (feature.known_at === "event" && isOfNone(condition));
}

/** Whether a condition on an event's bar holds only where it did not come. */
const isOfNone = ({ operator, value }: Condition) => operator === "=" && value === 0;
