import type { ReactNode } from "react";
import { errorText } from "@/api/request-error";
import { Button } from "@/lib/ui/button";
import { LoadingNote } from "@/lib/ui/loading-note";
import { PLOT_TOP_ID } from "@/lib/ui/plot-corner";
import styles from "./chart.module.css";
import { ChartBoundary } from "./chart-boundary";
import type { ShownDay } from "./use-chart-day";

interface Props extends ShownDay {
  /** The drawn day. */
  children: ReactNode;
}

/** The place of the chart: the day, or why there is none; the last day stays under what is on its way. */
export function Stage({ day, error, notRefreshed, isLoading, retry, children }: Props) {
  const failure = errorText(error);
  const outdated = errorText(notRefreshed);
  const isEmpty = day?.bars.length === 0;
  return (
    <div className={styles.stage} aria-busy={isLoading}>
      <div id={PLOT_TOP_ID} className={styles.plot} />
      {failure !== null && (
        <div className={styles.message} role="alert">
          <p>Failed to load chart data: {failure}</p>
          <Button onClick={retry}>Try Again</Button>
        </div>
      )}
      {failure === null && isEmpty && (
        <p className={styles.message} role="status">
          No chart data available for the selected filters.
        </p>
      )}
      {failure === null && day && !isEmpty && <ChartBoundary>{children}</ChartBoundary>}
      {outdated !== null && (
        <div className={styles.outdated} role="alert">
          <p>Not refreshed: {outdated}</p>
          <Button onClick={retry}>Try Again</Button>
        </div>
      )}
      {isLoading && <LoadingNote>Loading chart data...</LoadingNote>}
    </div>
  );
}
