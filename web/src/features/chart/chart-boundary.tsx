import { Component, type ErrorInfo, type ReactNode } from "react";
import { Button } from "@/lib/ui/button";
import styles from "./chart.module.css";

interface Props {
  children: ReactNode;
}

interface State {
  hasFailed: boolean;
}

/** Stands in for a chart that could not be drawn until somebody tries again. */
export class ChartBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false };

  static getDerivedStateFromError(): State {
    return { hasFailed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error("The chart could not be drawn", error, info.componentStack);
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div className={styles.message} role="alert">
        <h2>Chart Error</h2>
        <p>
          An error occurred while rendering the chart. This might be due to invalid data or a temporary issue.
        </p>
        <Button onClick={() => this.setState({ hasFailed: false })}>Try Again</Button>
      </div>
    );
  }
}
