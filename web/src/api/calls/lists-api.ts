import { useMemo } from "react";
import { useAppSelector } from "@/lib/state/hooks";
import { symbolArg } from "../catalogue";
import { dataApi } from "../data-api";
import type { DayList } from "../generated";

/** What a change of a list asks and answers; a list that was written is not written twice. */
const CHANGE = { invalidatesTags: ["Lists" as const], extraOptions: { retries: 0, quiet: true } };

const listsApi = dataApi.enhanceEndpoints({
  addTagTypes: ["Lists"],
  endpoints: {
    /** Which days are full sessions is the snapshot's to say. */
    dayLists: { providesTags: ["Lists", "Values"], extraOptions: { quiet: true } },
    putDayList: CHANGE,
    removeDayList: {
      ...CHANGE,
      query: ({ name, ...params }) => ({
        url: `/v2/lists/${encodeURIComponent(name)}`,
        method: "DELETE",
        params,
      }),
    },
  },
});

export const { usePutDayListMutation, useRemoveDayListMutation } = listsApi;
export const { dayLists, putDayList, removeDayList } = listsApi.endpoints;

/** The lists of days of the instrument, and whether the visitor may change them. */
export function useDayLists() {
  return listsApi.useDayListsQuery(symbolArg(useAppSelector(({ ui }) => ui.symbol)));
}

/** Whether the visitor may write lists. */
export const useMayWriteLists = () =>
  useAppSelector(({ session }) => session.user?.permissions.includes("maintain") === true);

const NO_LISTS: DayList[] = [];

/** The lists as far as they are known. */
export const useKnownLists = (): readonly DayList[] => useDayLists().data?.lists ?? NO_LISTS;

/** What the lists say of their days, by date: "gap and go: textbook · reversals". */
export function useListWords(): ReadonlyMap<string, string> {
  const lists = useKnownLists();
  return useMemo(() => wordsByDate(lists), [lists]);
}

function wordsByDate(lists: readonly DayList[]): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  for (const { name, days } of lists)
    for (const { date, note } of days) {
      const before = words.get(date);
      const own = note === "" ? name : `${name}: ${note}`;
      words.set(date, before === undefined ? own : `${before} · ${own}`);
    }
  return words;
}
