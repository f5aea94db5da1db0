import Box, { type BoxProps } from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import type { ReactNode, Ref } from "react";
import { errorText } from "@/api/request-error";
import { Failed } from "./failed";
import styles from "./screen.module.css";

interface ScreenProps {
  ref?: Ref<HTMLDivElement>;
  title: string;
  /** Only read out, where what is drawn fills the screen. */
  isTitleHidden?: boolean;
  /** Stands with the title. */
  head?: ReactNode;
  /** Whether it is printed as it is. */
  prints?: boolean;
  /** Stands at its end. */
  foot?: ReactNode;
  className?: string | undefined;
  sx?: BoxProps["sx"];
  children?: ReactNode;
}

/** A screen: its title and what it shows. */
export function Screen({ ref, title, isTitleHidden, head, prints, foot, ...rest }: ScreenProps) {
  const { className = "", sx = {}, children } = rest;
  return (
    <Box ref={ref} className={`${styles.page} ${className}`} sx={sx} data-prints={prints}>
      {isTitleHidden ? (
        <h1 className="visually-hidden">{title}</h1>
      ) : (
        <header>
          <h1>{title}</h1>
          {head}
        </header>
      )}
      {children}
      {foot}
    </Box>
  );
}

interface LoadedProps<Data> {
  /** A query as RTK Query's hook returns it. */
  query: { data?: Data | undefined; isFetching: boolean; error?: unknown; refetch: () => unknown };
  /** Stands there until there is an answer. */
  loading: ReactNode;
  /** A way out of a failure, besides Try again. */
  way?: ReactNode;
  className?: string | undefined;
  children: (data: Data) => ReactNode;
}

/** An answer of the service, dimmed while a newer one is fetched; what failed, with Try again; before that `loading`. */
export function Loaded<Data>({ query, loading, way, className, children }: LoadedProps<Data>) {
  const { data, isFetching, error, refetch } = query;
  const failure = isFetching ? null : errorText(error);
  if (failure)
    return (
      <Failed onRetry={refetch}>
        {failure} {way}
      </Failed>
    );
  if (!data) return loading;
  return (
    <div className={className} data-stale={isFetching} aria-busy={isFetching}>
      {children(data)}
    </div>
  );
}

/** The room of what is on its way, so many pixels high; `label` is read out: "Loading the curve". */
export function Coming({ label, height }: { label: string; height: number }) {
  return <Skeleton className={styles.coming ?? ""} height={height} aria-label={label} role="status" />;
}
