import { skipToken } from "@reduxjs/toolkit/query";
import { useCatalogue } from "@/api/catalogue";
import { dataApi, question, type SelectionKey } from "@/api/data-api";
import type { DayBarsAnswer, DayBarsRequest } from "@/api/generated";
import { LIFETIMES } from "@/api/lifetimes";
import { untilRenewed } from "@/api/request-error";

type Page = Pick<DayBarsRequest, "dates" | "part" | "excursion" | "columns" | "sort" | "page" | "page_size">;

const dayBarsApi = dataApi.injectEndpoints({
  endpoints: (build) => ({
    barsOfDays: build.query<DayBarsAnswer, SelectionKey & Page>({
      query: (key) => question("/v2/days/bars", key),
      providesTags: ["Data"],
      keepUnusedDataFor: LIFETIMES.kept,
      extraOptions: { priority: 2, quiet: true },
    }),
  }),
});

/** Whether the visitor's tier has the bars of days. */
export function useGalleryAllowed(): boolean {
  return useCatalogue().data?.profile_limits.features.gallery === true;
}

/** A page of the days with their bars; nothing is asked while the key is null. */
export function useDayBars(key: (SelectionKey & Page) | null) {
  const options = { refetchOnMountOrArgChange: LIFETIMES.dashboard };
  return untilRenewed(dayBarsApi.useBarsOfDaysQuery(key ?? skipToken, options));
}
