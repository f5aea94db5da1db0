import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from "react";
import { useInSight } from "@/lib/browser/use-in-sight";
import { whenIdle } from "@/lib/browser/when-idle";
import type { ColumnsOption } from "./columns";

type Drawn = ComponentType<{ option: ColumnsOption }>;

/** A busy page draws what is in sight too, this long after its figures. */
const LATEST_MS = 500;
const NO_DRAWING: { default: Drawn } = { default: () => null };

/** ECharts loads with the first drawing; where it cannot, the figures next to the drawing remain. */
const EChart = lazy<Drawn>(() => import("./echart").catch(() => NO_DRAWING));

interface Props {
  option: ColumnsOption;
  /** In pixels; the place is kept while the drawing is on its way. */
  height: number;
  /** One sentence that says what the drawing shows. */
  label: string;
}

/** A drawing; a new one follows its figures, which are painted first. */
export function Chart({ option, height, label }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const drawn = useIdleValue(option, useInSight(place));
  return (
    <div ref={place} role="img" aria-label={label} style={{ height }}>
      <Suspense>
        <EChart option={drawn} />
      </Suspense>
    </div>
  );
}

/** The first value at once, each later one in a quiet moment, when what is more urgent is painted. */
function useIdleValue<T>(value: T, isInSight: boolean): T {
  const [shown, setShown] = useState(value);
  useEffect(
    () => whenIdle(() => setShown(value), isInSight ? { timeout: LATEST_MS } : {}),
    [value, isInSight],
  );
  return shown;
}
