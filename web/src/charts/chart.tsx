import { type ComponentType, lazy, Suspense, useEffect, useState } from "react";
import type { ColumnsOption } from "./columns";

type Drawn = ComponentType<{ option: ColumnsOption }>;

/** A busy page draws too, this long after its figures. */
const LATEST_MS = 500;
const NO_DRAWING: { default: Drawn } = { default: () => null };

/** ECharts arrives with the first drawing; where it cannot, the figures beside the drawing still stand. */
const EChart = lazy<Drawn>(() => import("./echart").catch(() => NO_DRAWING));

interface Props {
  option: ColumnsOption;
  /** In pixels; the place is kept while the drawing is on its way. */
  height: number;
  /** One sentence that says what the drawing shows. */
  label: string;
}

/** A drawing; a new one follows the figures beside it, which are painted first. */
export function Chart({ option, height, label }: Props) {
  const drawn = useLeisurely(option);
  return (
    <div role="img" aria-label={label} style={{ height }}>
      <Suspense>
        <EChart option={drawn} />
      </Suspense>
    </div>
  );
}

/** The first value at once, each later one when the browser has painted what is more urgent. */
function useLeisurely<T>(value: T): T {
  const [shown, setShown] = useState(value);
  useEffect(() => whenIdle(() => setShown(value)), [value]);
  return shown;
}

/** Call back in a quiet moment, one caller at a time; returns the way to call it off. */
function whenIdle(run: () => void): () => void {
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(run);
    return () => clearTimeout(timer);
  }
  const asked = requestIdleCallback(run, { timeout: LATEST_MS });
  return () => cancelIdleCallback(asked);
}
