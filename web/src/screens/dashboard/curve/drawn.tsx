import { useMemo } from "react";
import { type SelectionKey, SHOWN } from "@/api/data-api";
import { type CurveAnswer, type CurveCut, type CurveRequest, useCurveQuery } from "@/api/generated";
import { errorText, untilRenewed } from "@/api/request-error";
import { Failed } from "@/kit/failed";
import { Check } from "@/kit/fields/check";
import { LimitedNumber } from "@/kit/fields/limited-number";
import styles from "./curve.module.css";
import { CutPanel } from "./cut-panel";
import { DecileTable } from "./decile-table";
import { Picture } from "./picture";
import { snapped, spanOf } from "./scale";
import { isCount, type Subjects } from "./subjects";
import { type Moved, standing } from "./use-cut";
import { ONE_POINT } from "./words";

interface Props {
  selection: SelectionKey;
  subjects: Subjects;
  along: Pick<CurveRequest, "by" | "outcome" | "label">;
  curve: CurveAnswer;
  cut: number | null;
  moved: Moved;
  /** Whether the band is of each point alone. */
  isPointwise: boolean;
  onPointwise: (isPointwise: boolean) => void;
}

/** A curve and its cut, at the middle value until it is moved; its figures are the service's. */
export function Drawn(props: Props) {
  const { selection, subjects, along, cut, moved, isPointwise, onPointwise } = props;
  const { by } = subjects;
  const curve = useMemo(() => banded(props.curve, isPointwise), [props.curve, isPointwise]);
  const { points, deciles } = curve;
  const span = useMemo(() => spanOf(points, isCount(by)), [points, by]);
  const middle = snapped(deciles[4] ?? span.min, span);
  const { at, settled } = standing(cut ?? middle, moved);
  const parted = untilRenewed(
    useCurveQuery({ curveRequest: { ...selection, ...along, cut: settled } }, SHOWN),
  );
  /** Newer filters can leave too few days for a curve, and the cut's answer comes before the curve's. */
  const answer = parted.data?.points.length ? banded(parted.data, isPointwise) : null;
  const failure = parted.isFetching ? null : errorText(parted.error);
  const ends = { min: points[0]?.lowest ?? span.min, max: points.at(-1)?.highest ?? span.max };
  return (
    <>
      <div className={styles.drawn}>
        <figure>
          <Picture
            {...{ subjects, span, at }}
            answer={curve}
            overall={overallOf(answer?.cut)}
            onCut={moved.move}
          />
          <Legend isPointwise={isPointwise} />
          <Check label={ONE_POINT} checked={isPointwise} onChange={onPointwise} />
        </figure>
        <div className={styles.beside}>
          <LimitedNumber
            label={by.metadata.unit ? `Cut at, ${by.metadata.unit}` : "Cut at"}
            limits={{ ...ends, step: span.step, fallback: middle }}
            value={at}
            onNumber={moved.move}
          />
          {failure && <Failed onRetry={parted.refetch}>{failure}</Failed>}
          {answer && !failure && (
            <CutPanel {...{ subjects, at, answer }} isStale={parted.isFetching || answer.cut?.value !== at} />
          )}
        </div>
      </div>
      <DecileTable answer={curve} subjects={subjects} />
    </>
  );
}

/** The share of all days on both sides, on 0..100. */
function overallOf(cut: CurveCut | null | undefined): number | null {
  if (!cut) return null;
  const [below, above] = [cut.below, cut.above];
  const days = below.total_days + above.total_days;
  return days === 0 ? null : (100 * (below.occurrence_days + above.occurrence_days)) / days;
}

/** The answer with the interval that is shown of each point: the curve's band, or the point's own. */
function banded(answer: CurveAnswer, isPointwise: boolean): CurveAnswer {
  if (isPointwise) return answer;
  const points = answer.points.map((point) => ({ ...point, confidence_interval: point.band }));
  return { ...answer, points };
}

function Legend({ isPointwise }: Pick<Props, "isPointwise">) {
  return (
    <figcaption className={styles.legend}>
      <span data-line="rate">
        {`share in the window, 95% band ${isPointwise ? "of each point alone" : "of the whole curve"}`}
      </span>
      <span data-line="coin">a coin's</span>
      <span data-line="overall">all days</span>
      <span data-line="tenth">a tenth of the days</span>
    </figcaption>
  );
}
