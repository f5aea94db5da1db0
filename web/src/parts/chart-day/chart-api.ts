import { skipToken } from "@reduxjs/toolkit/query";
import { type ChartOrder, narrowedBy } from "@/address/days-slice";
import { dataApi, type SelectionKey } from "@/api/data-api";
import { untilRenewed } from "@/api/request-error";
import { type ChartDay, readDay } from "@/plot/candles/day";

const CHART_TIMEOUT_MS = 30_000;
/** Seconds for which a day's answer is fresh, and for which it is kept unused. */
export const CHART_FRESH_S = 300;
const CHART_KEPT_S = 600;

/** One day as the chart asks for it. */
export interface ChartDayKey extends SelectionKey {
  /** ISO date, null for the latest that matches. */
  date: string | null;
  /** In which order the days beside it are; null by date. */
  order?: ChartOrder | null;
  /** How signals are computed; null while they are off. */
  amaConfig: object | null;
}

const orderBody = (order: ChartOrder) =>
  "like" in order ? { like: order.like } : { ...narrowedBy(order.bar), sort: order.sort };

/** The chart's calls; they load with the chart. */
export const chartApi = dataApi.injectEndpoints({
  endpoints: (build) => ({
    chartDay: build.query<ChartDay, ChartDayKey>({
      query: ({ filters, symbol, snapshot, as_of, date, order, amaConfig }) => ({
        url: "/v2/charts/data",
        method: "POST",
        timeout: CHART_TIMEOUT_MS,
        body: {
          filters,
          symbol,
          snapshot,
          include_previous_day: true,
          ...(date !== null && { selected_date: date }),
          ...(amaConfig !== null && { ama_config: amaConfig }),
          ...(order && { ...orderBody(order), as_of }),
        },
      }),
      transformResponse: readDay,
      providesTags: ["Data"],
      keepUnusedDataFor: CHART_KEPT_S,
      extraOptions: { priority: 2, quiet: true },
      onQueryStarted: async (key, { dispatch, queryFulfilled }) => {
        const day = (await queryFulfilled.catch(() => null))?.data;
        const date = day?.metadata.currentDate;
        if (key.date !== null || !date) return;
        dispatch(
          chartApi.util.upsertQueryEntries([{ endpointName: "chartDay", arg: { ...key, date }, value: day }]),
        );
      },
    }),
  }),
});

export const { useClearChartCacheMutation } = chartApi;

/** A day's chart; nothing is asked while the key is null, and `fresh` seconds an answer is not asked for again. */
export function useDayChart(key: ChartDayKey | null, fresh?: number) {
  const options = fresh === undefined ? {} : { refetchOnMountOrArgChange: fresh };
  return untilRenewed(chartApi.useChartDayQuery(key ?? skipToken, options));
}
