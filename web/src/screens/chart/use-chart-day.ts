import { useCallback, useDeferredValue, useEffect, useMemo, useState } from "react";
import { useParameters } from "@/address/parameters";
import { daySelected, dayShown, otherDaySelected, selectAmaSettings } from "@/kept/chart/chart-slice";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { sameJson } from "@/lib/storage/json";
import { isDay } from "@/lib/text/format";
import { CHART_FRESH_S, type ChartDayKey, chartApi, useDayChart } from "@/parts/chart-day/chart-api";
import { toAmaConfig } from "@/parts/signals/ama-config";
import { type ChartDay, knownUpTo } from "@/plot/candles/day";
import { asOfArg, barOf, WHOLE_DAY } from "@/question/as-of";
import { type Filter, isDates } from "@/question/filters";
import { selectActive } from "@/question/filters-slice";
import { sealedWords } from "@/question/seals";
import { selectSeal } from "@/question/seals-slice";
import { useAsOf, useOwnSelectionKey } from "@/question/selection";
import { nearestDate } from "./nearest-date";
import { CHART } from "./parameters";

const MOST_SHOWN = 40;
/** By now the day that was asked for is painted. */
const AFTER_MS = 50;

export type ShownDay = ReturnType<typeof useChartDay>;

/** The day the page asks for; days next to it are fetched ahead, and one that does not match gives way to the nearest. */
export function useChartDay() {
  const key = useDayKey();
  const { data, currentData, error, isFetching, refetch } = useDayChart(key, CHART_FRESH_S);
  const isKept = useIsAnswer(key, currentData !== undefined);
  const moves = useNearest(key, isFetching ? undefined : error);
  usePrefetched(key, isFetching ? undefined : data);
  useShownDate(useDeferredValue(data?.metadata.currentDate ?? null));
  const isWaiting = isFetching || key === null || moves;
  const failure = isWaiting ? undefined : error;
  return {
    /** The last day that came, as far as the question knows it; it stays while the next is on its way. */
    day: useKnownDay(data),
    error: isKept ? undefined : failure,
    /** Why the day shown, which answers the last question, could not be loaded again. */
    notRefreshed: isKept ? failure : undefined,
    isLoading: isWaiting,
    retry: useCallback(async () => void (await refetch()), [refetch]),
  };
}

/** Whether the last day that came answers this question, be it of an older snapshot. */
function useIsAnswer(key: ChartDayKey | null, isAnswered: boolean): boolean {
  const [answered, setAnswered] = useState<ChartDayKey | null>(null);
  if (isAnswered && answered !== key) setAnswered(key);
  return isAnswered || (key !== null && sameJson({ ...answered, snapshot: key.snapshot }, key));
}

function useKnownDay(day: ChartDay | undefined): ChartDay | undefined {
  const bar = barOf(useAsOf(useAppSelector(selectActive)));
  return useMemo(() => day && knownUpTo(day, bar), [day, bar]);
}

/** In which order the chart steps, and the filters of its days: of days like another those of dates may do. */
export function useStepOrder() {
  const [{ order }] = useParameters(CHART);
  const active = useAppSelector(selectActive);
  const isWide = order !== null && "like" in order && !order.isNarrowed;
  const filters = useMemo<Filter[]>(() => (isWide ? active.filter(isDates) : active), [isWide, active]);
  return { order, filters };
}

/**
 * A whole day is asked for, whatever bar it is shown up to; a bar's days are those of the question. Nothing is while the
 * address still names a day: the one shown before may be none of its order.
 */
function useDayKey(): ChartDayKey | null {
  const { order, filters } = useStepOrder();
  const isLinked = useParameters(CHART)[0].date !== null;
  const selection = useOwnSelectionKey(filters, WHOLE_DAY);
  const asOf = useAsOf(filters);
  const date = useAskedDate();
  const ama = useAppSelector(selectAmaSettings);
  const amaOn = useAppSelector(({ chart }) => chart.amaOn);
  return useMemo(() => {
    if (!selection || isLinked) return null;
    return {
      ...selection,
      ...(order && ("like" in order ? { as_of: order.as_of } : order.bar && asOfArg(asOf))),
      date,
      order,
      amaConfig: amaOn ? toAmaConfig(ama) : null,
    };
  }, [selection, isLinked, asOf, date, order, amaOn, ama]);
}

/** The day to ask for: in the place of a sealed one the latest that is not, and why. */
function useAskedDate(): string | null {
  const dispatch = useAppDispatch();
  const date = useAppSelector(({ chart }) => chart.selectedDate);
  const seal = useAppSelector(selectSeal);
  const why = seal && date !== null && date >= seal.from ? sealedWords(seal) : null;
  useEffect(() => {
    if (why !== null) dispatch(otherDaySelected({ date: null, why }));
  }, [dispatch, why]);
  return why === null ? date : null;
}

/** Whether the asked day did not match and another is asked for instead (ruling 37). */
function useNearest(key: ChartDayKey | null, error: unknown): boolean {
  const dispatch = useAppDispatch();
  const asked = key?.date ?? null;
  const nearest = useMemo(() => asked && nearestDate(error, asked), [error, asked]);
  useEffect(() => {
    if (nearest) dispatch(otherDaySelected(nearest));
  }, [dispatch, nearest]);
  return Boolean(nearest);
}

/** Says which day the chart draws, as long as it is open. */
function useShownDate(date: string | null) {
  const dispatch = useAppDispatch();
  useEffect(() => void dispatch(dayShown(date)), [dispatch, date]);
  useEffect(() => () => void dispatch(dayShown(null)), [dispatch]);
}

/** The days around the one shown, which is painted first. */
function usePrefetched(key: ChartDayKey | null, day: ChartDay | undefined) {
  const prefetch = chartApi.usePrefetch("chartDay", { ifOlderThan: CHART_FRESH_S });
  useEffect(() => {
    if (!key || !day?.navigation) return;
    const { previous, next } = day.navigation;
    const timer = setTimeout(() => {
      for (const date of [previous, next]) if (date !== null) prefetch({ ...key, date });
    }, AFTER_MS);
    return () => clearTimeout(timer);
  }, [prefetch, key, day]);
}

/** `/chart?date=YYYY-MM-DD` opens that day; the address is read once and then says no date. */
export function useDateParameter() {
  const dispatch = useAppDispatch();
  const [{ date }, change] = useParameters(CHART);
  useEffect(() => {
    if (date === null) return;
    const why = `"${date.slice(0, MOST_SHOWN)}" is no date in the form YYYY-MM-DD`;
    dispatch(isDay(date) ? daySelected(date) : otherDaySelected({ date: null, why }));
    change({ date: null });
  }, [date, dispatch, change]);
}
