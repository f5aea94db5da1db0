import Alert from "@mui/material/Alert";
import Skeleton from "@mui/material/Skeleton";
import { type ReactNode, useEffect, useMemo } from "react";
import { narrowedBy, selectDayBar } from "@/address/days-slice";
import { galleryShown, MOST_CAPTIONS, selectGallery } from "@/address/gallery-slice";
import { useFeaturesByName } from "@/api/catalogue";
import type { DayBarsAnswer, Feature } from "@/api/generated";
import { errorText } from "@/api/request-error";
import { Failed } from "@/kit/failed";
import { Screen } from "@/kit/screen";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { countOf, formatCount } from "@/lib/text/format";
import { useDayBars, useDayColumns, useGalleryAllowed } from "@/parts/days/days-api";
import { usePinned } from "@/parts/question-row/pinned";
import { isGroup } from "@/question/filters";
import { selectActive } from "@/question/filters-slice";
import { useSelectionKey } from "@/question/selection";
import { OnlyBar } from "../only-bar";
import { DayGrid } from "./day-grid";
import styles from "./gallery.module.css";
import { Pages } from "./pages";
import { type ChoiceProps, Tools } from "./tools";
import { useQuestion } from "./use-question";
import { galleryTitle, scaleWords } from "./words";

interface Props {
  /** Whether a day leads to its chart. */
  hasCharts: boolean;
  /** Why there is no PNG of the page, or null. */
  pngDenied: string | null;
  renderChoice: (choice: ChoiceProps) => ReactNode;
  /** What puts days into a list, by their dates. */
  renderAdd: (dates: readonly string[]) => ReactNode;
}

/** The days of the active filters as small candle charts. */
export function GalleryPage({ hasCharts, ...tools }: Props) {
  const outcome = usePinned();
  const captions = useCaptions(outcome);
  const { size } = useAppSelector(selectGallery);
  const { shown, failure, isFetching, refetch } = useShownDays(captions, outcome);
  return (
    <Screen title="Days" head={<Head total={shown?.total} />} prints className={styles.page}>
      <Tools {...tools} {...{ captions, outcome }} answer={shown} />
      {failure && <Failed onRetry={refetch}>Error loading days: {failure}</Failed>}
      {!shown && !failure && <Coming size={size} />}
      {shown && (
        <div className={styles.answer} data-stale={isFetching || failure !== null} aria-busy={isFetching}>
          <Told answer={shown} />
          {shown.days.length > 0 && (
            <>
              <DayGrid answer={shown} {...{ captions, outcome, hasCharts, size }} />
              <Pages name="Pages, below the days" answer={shown} />
            </>
          )}
        </div>
      )}
    </Screen>
  );
}

/** The page of days that is shown; where newer ones could not be fetched, the last of the same question. */
function useShownDays(captions: readonly Feature[], outcome: Feature | null) {
  const isAllowed = useGalleryAllowed();
  const bar = useAppSelector(selectDayBar);
  const { sort, page, size } = useAppSelector(selectGallery);
  const selection = useSelectionKey(useAppSelector(selectActive));
  const columns = [...new Set([...captions, ...(outcome ? [outcome] : [])].map(({ name }) => name))];
  const asked = { ...narrowedBy(bar), columns, sort, page, page_size: size };
  const query = useDayBars(isAllowed && selection ? { ...selection, ...asked } : null);
  const { data, currentData, isFetching, error, refetch } = query;
  const failure = isFetching ? null : errorText(error);
  useLastPage(currentData);
  return { shown: failure === null ? data : currentData, failure, isFetching, refetch };
}

/** How many days there are, where the plan includes them. */
function Head({ total }: { total: number | undefined }) {
  if (!useGalleryAllowed()) return null;
  return (
    <>
      <p role="status">{total === undefined ? "" : countOf(total, "day")}</p>
      <OnlyBar />
    </>
  );
}

/** What is said of all days of a page; on paper with the question and the order. */
function Told({ answer }: { answer: DayBarsAnswer }) {
  const asked = useQuestion();
  const { sort } = useAppSelector(selectGallery);
  const features = useFeaturesByName();
  if (answer.total === 0) return <p className={styles.note}>No trading days match.</p>;
  return (
    <>
      {answer.limited_to !== null && (
        <Alert severity="warning" icon={false} role="note">
          {`Your subscription shows the first ${formatCount(answer.limited_to)} of ${countOf(answer.total, "day")}.`}
        </Alert>
      )}
      <p className={styles.question}>{asked.length === 0 ? "All days." : `${asked.join(", ")}.`}</p>
      <p className={styles.question}>{galleryTitle(answer, sort, features)}</p>
      <div className={styles.key}>
        <p>{scaleWords(answer.days)}</p>
      </div>
    </>
  );
}

/** The features told below each day: those chosen, else the first columns of the days list that no filter fixes and no line tells. */
function useCaptions(outcome: Feature | null) {
  const { captions } = useAppSelector(selectGallery);
  const columns = useDayColumns();
  const active = useAppSelector(selectActive);
  const features = useFeaturesByName();
  return useMemo(() => {
    const isFixed = (name: string) =>
      active.some((filter) => !isGroup(filter) && filter.feature === name && filter.operator === "=");
    const names = captions ?? columns.filter((name) => !isFixed(name) && name !== outcome?.name);
    return names.flatMap((name) => features.get(name) ?? []).slice(0, MOST_CAPTIONS);
  }, [captions, columns, active, features, outcome]);
}

/** A page beyond the last gives way to the last. */
function useLastPage(answer: DayBarsAnswer | undefined) {
  const dispatch = useAppDispatch();
  const last = Math.max(1, answer?.pages ?? Number.POSITIVE_INFINITY);
  const isBeyond = answer !== undefined && answer.page > last;
  useEffect(() => {
    if (isBeyond) dispatch(galleryShown({ page: last }));
  }, [dispatch, isBeyond, last]);
}

/** The room of the days that are on their way. */
function Coming({ size }: { size: number }) {
  return (
    <div className={styles.days} role="status" aria-label="Loading the days">
      {Array.from({ length: size }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: places without anything in them
        <Skeleton key={at} className={styles.coming ?? ""} />
      ))}
    </div>
  );
}
