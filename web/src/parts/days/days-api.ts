import { skipToken } from "@reduxjs/toolkit/query";
import { useMemo } from "react";
import { narrowedBy, selectDayBar, selectDayColumns } from "@/address/days-slice";
import { useCatalogue, useFeaturesByName } from "@/api/catalogue";
import { dataApi, SHOWN } from "@/api/data-api";
import {
  type DayBarsRequest,
  type DaysRequest,
  type ExportRequest,
  useDayBarsQuery,
  useDaysQuery,
} from "@/api/generated";
import { untilRenewed } from "@/api/request-error";
import { dataExported } from "@/kept/counters-slice";
import { useAppSelector } from "@/lib/state/hooks";
import { fileName, saveFile } from "@/lib/storage/save-file";
import { selectEnabledFeatures } from "@/question/filters-slice";

export const PAGE_SIZE = 50;
const MOST_COLUMNS = 6;

const filesApi = dataApi.injectEndpoints({
  endpoints: (build) => ({
    /** Saves the file and answers its name: a file has no place in the store. */
    savedFile: build.mutation<string, ExportRequest>({
      extraOptions: { quiet: true },
      queryFn: async (body, { dispatch }, _options, ask) => {
        const answer = await ask({ url: "/v2/export", method: "POST", body, responseHandler: contentOf });
        if (answer.error) return { error: answer.error };
        const name = fileName(answer.meta?.response?.headers.get("Content-Disposition"));
        saveFile(answer.data as Blob, name);
        dispatch(dataExported());
        return { data: name };
      },
    }),
  }),
});

export const { useSavedFileMutation } = filesApi;

function contentOf(response: Response): Promise<unknown> {
  return response.ok ? response.blob() : response.json();
}

/** A page of the days; no request while there is none to ask. */
export function useDayList(request: Omit<DaysRequest, "page_size"> | null) {
  const daysRequest = { ...request, page_size: PAGE_SIZE };
  return untilRenewed(useDaysQuery(request ? { daysRequest } : skipToken, SHOWN));
}

/** A page of the days with their bars; no request while there is none to ask. */
export function useDayBars(dayBarsRequest: DayBarsRequest | null) {
  return untilRenewed(useDayBarsQuery(dayBarsRequest ? { dayBarsRequest } : skipToken, SHOWN));
}

/** Whether the visitor's tier has the bars of days. */
export function useGalleryAllowed(): boolean {
  return useCatalogue().data?.profile_limits.features.gallery === true;
}

/** The features listed with the date: those chosen, else those the page is about. */
export function useDayColumns(): string[] {
  const chosen = useAppSelector(selectDayColumns);
  const bar = useAppSelector(selectDayBar);
  const enabled = useAppSelector(selectEnabledFeatures);
  const open = useAppSelector(({ ui }) => ui.activeProbabilityFeatures);
  const known = useFeaturesByName();
  return useMemo(() => {
    const names = new Set(known.keys());
    const own = chosen?.filter((name) => names.has(name));
    return own ?? defaultColumns(enabled, narrowedBy(bar).part?.feature ?? null, open, names);
  }, [chosen, bar, enabled, open, known]);
}

/**
 * The features a list of days shows where none were chosen: those enabled by the active filters, then those of the
 * open cards, as many as fit on a screen.
 */
export function defaultColumns(
  enabled: readonly string[],
  bar: string | null,
  openCards: readonly string[],
  known: ReadonlySet<string>,
): string[] {
  const asked = [...(bar === null ? [] : [bar]), ...enabled];
  const names = [...new Set([...asked, ...openCards])].filter((name) => known.has(name));
  return names.slice(0, Math.max(MOST_COLUMNS, asked.length));
}
