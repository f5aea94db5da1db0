import { Component, type ErrorInfo, type ReactNode } from "react";
import { Button } from "@/kit/button";
import styles from "./error-boundary.module.css";

/** Stands in for the page after a rendering error; only reloading leaves it. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error("The page could not be drawn", error, info.componentStack);
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <main className={styles.page} role="alert">
        <h1>Something went wrong</h1>
        <p>We encountered an error while loading the application.</p>
        <details>
          <summary>Error details</summary>
          <pre>{error.stack ?? error.message}</pre>
        </details>
        <Button look="primary" onClick={() => location.reload()}>
          Reload Page
        </Button>
      </main>
    );
  }
}
