import Slider from "@mui/material/Slider";
import { type PointerEvent, useMemo } from "react";
import type { CurveAnswer } from "@/api/generated";
import { Chart } from "@/plot/chart";
import styles from "./curve.module.css";
import { curveOption } from "./curve-option";
import { heightOf, placeOf, type Span, snapped, ticksOf } from "./scale";
import type { Subjects } from "./subjects";
import { cutWords, pictureWords } from "./words";

const HEIGHT = 280;

interface Props {
  subjects: Subjects;
  answer: CurveAnswer;
  span: Span;
  /** The share of all days of the curve on 0..100; null until it is known. */
  overall: number | null;
  at: number;
  onCut: (cut: number) => void;
}

const percent = (share: number) => `${100 * share}%`;

/** The curve with its axes, and the cut that a pointer, a finger or arrow keys move along its values. */
export function Picture({ subjects, answer, span, overall, at, onCut }: Props) {
  const { by } = subjects;
  const { points, deciles } = answer;
  const percents = useMemo(() => heightOf(points), [points]);
  const option = useMemo(() => curveOption(points, span, percents), [points, span, percents]);
  const above = (value: number) => ({ bottom: percent(placeOf(value, percents)) });
  const along = (value: number) => ({ left: percent(placeOf(value, span)) });
  return (
    <div className={styles.picture}>
      <div className={styles.shares} aria-hidden="true" style={{ height: HEIGHT }}>
        {ticksOf(percents).map((tick) => (
          <span key={tick} style={above(tick)}>{`${tick}%`}</span>
        ))}
      </div>
      <div className={styles.plot} style={{ height: HEIGHT }}>
        {ticksOf(percents).map((tick) => (
          <i key={tick} className={styles.rule} style={above(tick)} />
        ))}
        <Chart option={option} height={HEIGHT} label={pictureWords(subjects, points)} />
        {overall !== null && <i className={styles.overall} style={above(overall)} />}
        <i className={styles.mark} style={along(at)} />
        <PointerPlane span={span} onCut={onCut} />
      </div>
      <div className={styles.axis} aria-hidden="true">
        {[...new Set(deciles)].map((decile) => (
          <i key={decile} data-middle={decile === deciles[4]} style={along(decile)} />
        ))}
        {ticksOf(span).map((tick) => (
          <span key={tick} style={along(tick)}>
            {cutWords(tick, by)}
          </span>
        ))}
      </div>
      <div className={styles.slider}>
        <Slider
          size="small"
          aria-label={`Cut, ${by.displayName}`}
          getAriaValueText={() => cutWords(at, by)}
          {...{ ...span, value: at, track: false }}
          onChange={(_, cut) => onCut(cut)}
        />
      </div>
    </div>
  );
}

/** Takes a click, and a drag along the values; a finger still scrolls the page up and down. */
function PointerPlane({ span, onCut }: Pick<Props, "span" | "onCut">) {
  const cutUnder = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (clientX - left) / width));
    onCut(snapped(span.min + share * (span.max - span.min), span));
  };
  return (
    <div
      className={styles.plane}
      data-testid="plane"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        if (event.pointerType !== "touch") cutUnder(event);
      }}
      onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && cutUnder(event)}
      onPointerUp={cutUnder}
    />
  );
}
