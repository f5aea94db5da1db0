import Alert from "@mui/material/Alert";
import Chip from "@mui/material/Chip";
import { Component, type ErrorInfo, type ReactNode } from "react";
import { errorText } from "@/api/request-error";
import { Button } from "@/kit/button";
import { LoadingNote } from "@/kit/loading-note";
import { PLOT_TOP_ID } from "@/kit/plot-corner";
import { useAppSelector } from "@/lib/state/hooks";
import { countOf } from "@/lib/text/format";
import { loadFailed, NO_CHART_DATA } from "@/parts/chart-day/words";
import type { ChartDay } from "@/plot/candles/day";
import styles from "./chart.module.css";
import type { ShownDay } from "./use-chart-day";
import { NO_BAR_KNOWN } from "./words";

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
      {failure !== null && <Failure onRetry={() => void retry()}>{loadFailed(failure)}</Failure>}
      {failure === null && isEmpty && (
        <p className={styles.message} role="status">
          {day.knownTo === undefined ? NO_CHART_DATA : NO_BAR_KNOWN}
        </p>
      )}
      {failure === null && day && !isEmpty && (
        <ChartBoundary day={day} onRetry={retry}>
          {children}
        </ChartBoundary>
      )}
      {outdated !== null && (
        <Alert
          variant="outlined"
          icon={false}
          className={styles.outdated ?? ""}
          action={<Button onClick={() => void retry()}>Try Again</Button>}
        >
          Not refreshed: {outdated}
        </Alert>
      )}
      {failure === null && day && <Signals day={day} />}
      {isLoading && <LoadingNote>Loading chart data...</LoadingNote>}
    </div>
  );
}

/** How many signals are painted, next to the date over the plot. */
function Signals({ day: { metadata } }: { day: ChartDay }) {
  const isOn = useAppSelector(({ chart }) => chart.amaOn);
  const count = metadata.amaEnabled ? metadata.amaSignalCount : 0;
  return isOn && <Chip size="small" className={styles.signals ?? ""} label={countOf(count, "AMA signal")} />;
}

/** Why there is no chart, and another try. */
function Failure({ title, children, onRetry }: { title?: string; children: ReactNode; onRetry: () => void }) {
  return (
    <div className={styles.message} role="alert">
      {title && <h2>{title}</h2>}
      <p>{children}</p>
      <Button onClick={onRetry}>Try Again</Button>
    </div>
  );
}

interface BoundaryProps {
  day: ChartDay;
  /** Asks for the day again, which may be what cannot be drawn. */
  onRetry: () => Promise<void>;
  children: ReactNode;
}

interface BoundaryState {
  hasFailed: boolean;
  /** The answer that could not be drawn. */
  failedDay: ChartDay | null;
  /** Somebody tried again: the next answer is drawn. */
  hasRetried: boolean;
}

/** Replaces a chart that could not be drawn until somebody tries again with the answer of another call. */
class ChartBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { hasFailed: false, failedDay: null, hasRetried: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  /** The answer may reach the props only after the call has ended. */
  static getDerivedStateFromProps(
    { day }: BoundaryProps,
    { hasFailed, hasRetried, failedDay }: BoundaryState,
  ) {
    const isOther = hasFailed && hasRetried && failedDay !== null && day !== failedDay;
    return isOther ? { hasFailed: false, failedDay: null } : null;
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error("The chart could not be drawn", error, info.componentStack);
    this.setState({ failedDay: this.props.day });
  }

  readonly #retry = async () => {
    await this.props.onRetry();
    this.setState({ hasFailed: false, hasRetried: true });
  };

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <Failure title="Chart Error" onRetry={() => void this.#retry()}>
        An error occurred while rendering the chart. This might be due to invalid data or a temporary issue.
      </Failure>
    );
  }
}
