import { type ComponentType, lazy, Suspense } from "react";
import type { ColumnsOption } from "./columns";

type Drawn = ComponentType<{ option: ColumnsOption }>;

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

export function Chart({ option, height, label }: Props) {
  return (
    <div role="img" aria-label={label} style={{ height }}>
      <Suspense>
        <EChart option={option} />
      </Suspense>
    </div>
  );
}
