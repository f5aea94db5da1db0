import Box from "@mui/material/Box";
import { type ReactNode, useMemo } from "react";
import { dayColumnsChosen, daysListed, narrowedBy, selectDayBar } from "@/address/days-slice";
import type { DayBars, DayBarsRequest, DaysAnswer, DaysRequest, ExportRequest } from "@/api/generated";
import { errorText } from "@/api/request-error";
import { Button } from "@/kit/button";
import { Screen } from "@/kit/screen";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { countOf } from "@/lib/text/format";
import { PAGE_SIZE, useDayBars, useDayColumns, useDayList, useGalleryAllowed } from "@/parts/days/days-api";
import { FeaturesButton } from "@/parts/days/features-button";
import { selectActive } from "@/question/filters-slice";
import { useSelectionKey } from "@/question/selection";
import { OnlyBar } from "../only-bar";
import styles from "./days.module.css";
import { DaysTable } from "./days-table";

const PAGES = { display: "flex", gap: 3, alignItems: "center", justifyContent: "center" };

interface Props {
  hasCharts: boolean;
  /** What puts the days of the page into a list; they are undefined until they are there. */
  renderAdd: (days: DaysAnswer | undefined) => ReactNode;
  /** What offers the days as a file. */
  renderExport: (asked: Omit<ExportRequest, "format">) => ReactNode;
}

/** The days that match, or those of one bar, one in a row. */
export function TableView(props: Props) {
  const narrowed = narrowedBy(useAppSelector(selectDayBar));
  return (
    <Screen title="Days" head={<OnlyBar />}>
      <List key={JSON.stringify(narrowed)} narrowed={narrowed} {...props} />
    </Screen>
  );
}

interface ListProps extends Props {
  narrowed: Pick<DaysRequest, "part" | "excursion">;
}

function List({ narrowed, hasCharts, renderAdd, renderExport }: ListProps) {
  const dispatch = useAppDispatch();
  const { bar, sort, page } = useAppSelector(({ days }) => days);
  const columns = useDayColumns();
  const selection = useSelectionKey(useAppSelector(selectActive));
  const asked = { ...narrowed, columns, sort };
  const { data, currentData, isFetching, error } = useDayList(selection && { ...selection, ...asked, page });
  const bars = useBars(selection && { ...selection, ...narrowed, sort, page });
  const failure = isFetching ? null : errorText(error);
  const shown = failure === null ? data : currentData;
  return (
    <div className={styles.list}>
      <Head total={shown?.total_days} columns={columns}>
        {renderAdd(shown)}
        {selection && renderExport({ kind: "days", ...selection, ...asked })}
      </Head>
      {failure && (
        <p role="alert">
          {shown ? "Not refreshed" : "Error loading days"}: {failure}
        </p>
      )}
      {!data && !failure && <p className={styles.empty}>Loading days...</p>}
      {shown && (
        <div className={styles.answer} data-stale={isFetching || failure !== null}>
          <DaysTable
            days={shown}
            {...{ bars, hasCharts }}
            order={{ bar, sort }}
            onSort={(next) => dispatch(daysListed({ sort: next, page: 1 }))}
          />
          <Pages days={shown} onPage={(next) => dispatch(daysListed({ page: next }))} />
        </div>
      )}
    </div>
  );
}

interface HeadProps {
  /** Undefined until it is known. */
  total: number | undefined;
  columns: string[];
  children: ReactNode;
}

/** How many days there are, and what can be done with them. */
function Head({ total, columns, children }: HeadProps) {
  const dispatch = useAppDispatch();
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", gap: 2, alignItems: "center" }}>
      <Box
        component="p"
        role="status"
        sx={{ flex: 1, minWidth: 80, minHeight: 20, fontSize: "var(--type-lead)", fontWeight: 600 }}
      >
        {total === undefined ? "" : countOf(total, "day")}
      </Box>
      <FeaturesButton
        label="Columns"
        title="Columns of the table"
        chosen={columns}
        onChoose={(chosen) => dispatch(dayColumnsChosen(chosen))}
      />
      {children}
    </Box>
  );
}

/** The bars of a page of days by date, empty until they are there; null where the tier has none. */
function useBars(key: DayBarsRequest | null) {
  const isAllowed = useGalleryAllowed();
  const { currentData } = useDayBars(isAllowed && key ? { ...key, page_size: PAGE_SIZE } : null);
  return useMemo(() => {
    const days = currentData?.days ?? [];
    return isAllowed ? new Map<string, DayBars>(days.map((day) => [day.date, day])) : null;
  }, [isAllowed, currentData]);
}

function Pages({ days, onPage }: { days: DaysAnswer; onPage: (page: number) => void }) {
  if (days.pages < 2) return null;
  return (
    <Box component="nav" sx={PAGES} aria-label="Pages of days">
      <Button disabled={days.page <= 1} onClick={() => onPage(days.page - 1)}>
        Previous
      </Button>
      <span>
        Page {days.page} of {days.pages}
      </span>
      <Button disabled={days.page >= days.pages} onClick={() => onPage(days.page + 1)}>
        Next
      </Button>
    </Box>
  );
}
