import { type ReactNode, useState } from "react";
import type { DaysAnswer, DaysSort, ExportRequest } from "@/api/generated";
import { errorText } from "@/api/request-error";
import { selectActive } from "@/features/filters/state/filters-slice";
import { useSelectionKey } from "@/features/filters/state/selection";
import { useAppSelector } from "@/lib/state/hooks";
import { countOf, formatCount } from "@/lib/text/format";
import { Button } from "@/lib/ui/button";
import { Sheet } from "@/lib/ui/overlays/sheet";
import { ColumnsButton } from "./columns-button";
import styles from "./days.module.css";
import { DaysTable } from "./days-table";
import { type DaysKey, useDayColumns, useDayList } from "./state/days-api";
import { selectDayBar } from "./state/days-slice";

const NEWEST_FIRST: DaysSort = { column: "session_date", descending: true };

interface Props {
  onClose: () => void;
  hasCharts: boolean;
  /** What offers the list as a file. */
  renderExport: (asked: Omit<ExportRequest, "format">) => ReactNode;
}

/** The days that match, or those of one bar, as a list over the page. */
export function DaysSheet({ onClose, ...props }: Props) {
  const bar = useAppSelector(selectDayBar);
  return (
    <Sheet title={bar === null ? "Matching days" : `Days: ${bar.label}`} onClose={onClose}>
      <List key={JSON.stringify(bar?.part ?? null)} {...props} />
    </Sheet>
  );
}

function List({ hasCharts, renderExport }: Omit<Props, "onClose">) {
  const [{ sort, page }, setView] = useState({ sort: NEWEST_FIRST, page: 1 });
  const key = useAsked(sort, page);
  const { data, currentData, isFetching, error } = useDayList(key);
  const failure = isFetching ? null : errorText(error);
  const shown = failure === null ? data : currentData;
  const exported = key && { kind: "days" as const, ...withoutPage(key) };
  return (
    <div className={styles.list}>
      <div className={styles.tools}>
        <p className={styles.count} role="status">
          {shown ? countOf(shown.total_days, "day") : ""}
        </p>
        <ColumnsButton />
        {exported && renderExport(exported)}
      </div>
      {failure && (
        <p role="alert">
          {shown ? "Not refreshed" : "Error loading days"}: {failure}
        </p>
      )}
      {!data && !failure && <p className={styles.empty}>Loading days...</p>}
      {shown && (
        <div className={styles.answer} data-stale={isFetching || failure !== null}>
          <Answer days={shown}>
            <DaysTable
              days={shown}
              sort={sort}
              hasCharts={hasCharts}
              onSort={(next) => setView({ sort: next, page: 1 })}
            />
          </Answer>
          <Pages days={shown} onPage={(next) => setView({ sort, page: next })} />
        </div>
      )}
    </div>
  );
}

function useAsked(sort: DaysSort, page: number): DaysKey | null {
  const bar = useAppSelector(selectDayBar);
  const columns = useDayColumns();
  const selection = useSelectionKey(useAppSelector(selectActive));
  return selection && { ...selection, part: bar?.part ?? null, columns, sort, page };
}

function withoutPage({ page: _, snapshot: __, ...asked }: DaysKey): Omit<ExportRequest, "format" | "kind"> {
  return asked;
}

function Answer({ days, children }: { days: DaysAnswer; children: ReactNode }) {
  if (days.total_days === 0) return <p className={styles.empty}>No trading days match.</p>;
  return (
    <>
      {days.limited_to !== null && (
        <p className={styles.notice} role="note">
          Your subscription lists the first {formatCount(days.limited_to)} of{" "}
          {countOf(days.total_days, "day")}.
        </p>
      )}
      {children}
    </>
  );
}

function Pages({ days, onPage }: { days: DaysAnswer; onPage: (page: number) => void }) {
  if (days.pages < 2) return null;
  return (
    <nav className={styles.pages} aria-label="Pages of days">
      <Button disabled={days.page <= 1} onClick={() => onPage(days.page - 1)}>
        Previous
      </Button>
      <span>
        Page {days.page} of {days.pages}
      </span>
      <Button disabled={days.page >= days.pages} onClick={() => onPage(days.page + 1)}>
        Next
      </Button>
    </nav>
  );
}
