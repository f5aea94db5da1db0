import { skipToken } from "@reduxjs/toolkit/query";
import { SHOWN } from "@/api/data-api";
import {
  type AppliedCondition,
  type AppliedGroup,
  type NamedFilter,
  useWidenQuery,
  type WidenRequest,
} from "@/api/generated";
import { untilRenewed } from "@/api/request-error";
import { sameJson } from "@/lib/storage/json";
import { type Condition, type Filter, type Group, isGroup, isListOperator } from "@/question/filters";

/** Which filters to leave out for more days; no request while there is no key. */
export function useWidened(widenRequest: WidenRequest | null) {
  return untilRenewed(useWidenQuery(widenRequest ? { widenRequest } : skipToken, SHOWN));
}

/** The filter of the page that the service calls so; undefined where there is none any more. */
export function filterNamed(named: AppliedCondition | AppliedGroup, filters: readonly Filter[]) {
  return filters.find((filter) =>
    isGroup(filter)
      ? !("feature" in named) && sameJson(requestedGroup(filter), answeredGroup(named))
      : "feature" in named && named.feature === filter.feature && named.operator === filter.operator,
  );
}

/** A group in one form, whatever the order of its conditions and of their values. */
const requestedGroup = ({ kind, count, of }: Group) => ({
  kind,
  count: kind === "at_least" ? count : null,
  of: of.map(spelt).sort(),
});

function answeredGroup({ any_of, none_of, at_least }: AppliedGroup) {
  if (at_least) return { kind: "at_least", count: at_least.count, of: at_least.of.map(spelt).sort() };
  const [kind, of] = any_of ? ["any_of", any_of] : ["none_of", none_of ?? []];
  return { kind, count: null, of: of.map(spelt).sort() };
}

function spelt({ feature, operator, value, by_bar, first_in }: Condition | NamedFilter): string {
  const values = Array.isArray(value) && isListOperator(operator) ? value.map(String).sort() : value;
  return JSON.stringify([feature, operator, values, by_bar ?? null, first_in ?? null]);
}
