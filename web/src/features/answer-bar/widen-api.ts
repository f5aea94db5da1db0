import { skipToken } from "@reduxjs/toolkit/query";
import { bodyOf, dataApi, type SelectionKey } from "@/api/data-api";
import type { AppliedCondition, AppliedGroup, WidenAnswer } from "@/api/generated";
import { LIFETIMES } from "@/api/lifetimes";
import { untilRenewed } from "@/api/request-error";
import { type Condition, type Filter, type Group, isGroup } from "@/features/filters/state/filters";

/** The question that has few days, and the event whose rate is told. */
interface Asked extends SelectionKey {
  feature?: string;
}

const widenApi = dataApi.injectEndpoints({
  endpoints: (build) => ({
    widened: build.query<WidenAnswer, Asked>({
      query: (key) => ({ url: "/v2/widen", method: "POST", body: bodyOf(key), snapshot: key.snapshot }),
      providesTags: ["Data"],
      keepUnusedDataFor: LIFETIMES.dashboard,
      extraOptions: { priority: 1, retries: 0, quiet: true },
    }),
  }),
});

/** Which filters to leave out for more days; nothing is asked while there is no key. */
export function useWidened(asked: Asked | null) {
  const options = { refetchOnMountOrArgChange: LIFETIMES.dashboard };
  return untilRenewed(widenApi.useWidenedQuery(asked ?? skipToken, options));
}

/** The filter of the page that the service calls so; undefined where there is none any more. */
export function filterNamed(named: AppliedCondition | AppliedGroup, filters: readonly Filter[]) {
  return filters.find((filter) =>
    isGroup(filter)
      ? !("feature" in named) && isSameGroup(filter, named)
      : "feature" in named && named.feature === filter.feature && named.operator === filter.operator,
  );
}

function isSameGroup({ kind, of }: Group, named: AppliedGroup): boolean {
  const members = kind === "at_least" ? named.at_least?.of : named[kind];
  const asked = (conditions: readonly Pick<Condition, "feature" | "operator">[]) =>
    conditions.map(({ feature, operator }) => `${feature} ${operator}`).sort();
  return members ? asked(members).join() === asked(of).join() : false;
}
