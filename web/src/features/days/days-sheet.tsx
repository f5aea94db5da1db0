import Box from "@mui/material/Box";
import type { ReactNode } from "react";
import { bodyOf } from "@/api/data-api";
import type { DaysAnswer, ExportRequest } from "@/api/generated";
import { errorText } from "@/api/request-error";
import { selectActive } from "@/features/filters/state/filters-slice";
import { copyLink } from "@/features/filters/state/link";
import { useSelectionKey } from "@/features/filters/state/selection";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { countOf } from "@/lib/text/format";
import { Button } from "@/lib/ui/button";
import { Sheet } from "@/lib/ui/overlays/dialog";
import { ColumnsButton } from "./columns-button";
import styles from "./days.module.css";
import { DaysTable } from "./days-table";
import { type DaysKey, useDayColumns, useDayList } from "./state/days-api";
import { daysListed, narrowedBy, selectDayBar } from "./state/days-slice";

const PAGES = { display: "flex", gap: 3, alignItems: "center", justifyContent: "center" };

interface Props {
  onClose: () => void;
  hasCharts: boolean;
  /** What offers the list as a file. */
  renderExport: (asked: Omit<ExportRequest, "format">) => ReactNode;
}

/** The days that match, or those of one bar, as a list over the page. */
export function DaysSheet({ onClose, ...props }: Props) {
  const bar = useAppSelector(selectDayBar);
  const narrowed = narrowedBy(bar);
  return (
    <Sheet title={bar === null ? "Matching days" : `Days: ${bar.label}`} onClose={onClose}>
      <List key={JSON.stringify(narrowed)} narrowed={narrowed} {...props} />
    </Sheet>
  );
}

interface ListProps extends Omit<Props, "onClose"> {
  narrowed: Pick<DaysKey, "part" | "excursion">;
}

function List({ narrowed, hasCharts, renderExport }: ListProps) {
  const dispatch = useAppDispatch();
  const { sort, page } = useAppSelector(({ days }) => days);
  const columns = useDayColumns();
  const selection = useSelectionKey(useAppSelector(selectActive));
  const asked = { ...narrowed, columns, sort };
  const { data, currentData, isFetching, error } = useDayList(selection && { ...selection, ...asked, page });
  const failure = isFetching ? null : errorText(error);
  const shown = failure === null ? data : currentData;
  return (
    <div className={styles.list}>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 2, alignItems: "center" }}>
        <Box
          component="p"
          role="status"
          sx={{ flex: 1, minWidth: 80, minHeight: 20, fontSize: 15, fontWeight: 600 }}
        >
          {shown ? countOf(shown.total_days, "day") : ""}
        </Box>
        <Button look="quiet" onClick={() => void dispatch(copyLink())}>
          Copy link
        </Button>
        <ColumnsButton />
        {selection && renderExport({ kind: "days", ...bodyOf(selection), ...asked })}
      </Box>
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
            {...{ sort, hasCharts }}
            onSort={(next) => dispatch(daysListed({ sort: next, page: 1 }))}
          />
          <Pages days={shown} onPage={(next) => dispatch(daysListed({ page: next }))} />
        </div>
      )}
    </div>
  );
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
