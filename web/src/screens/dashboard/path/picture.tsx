import Slider from "@mui/material/Slider";
import { type PointerEvent, useMemo } from "react";
import { Chart } from "@/plot/chart";
import styles from "./path.module.css";
import { INSETS, type Paths, pathOption } from "./path-option";
import { BARS, barTitle, pictureWords, READ_BAR } from "./words";

const HEIGHT = 360;

interface Props {
  paths: Paths;
  /** The last bar that is known; null on a whole day. */
  asOf: number | null;
  /** The bar that is read, 1 to 81. */
  bar: number;
  onRead: (bar: number) => void;
}

const along = (bar: number) => ({ left: `${(100 * bar) / BARS}%` });

/** The paths, and the bar that a pointer, a finger or arrow keys read. */
export function Picture({ paths, asOf, bar, onRead }: Props) {
  const option = useMemo(() => pathOption(paths), [paths]);
  const { left, right, top, bottom } = INSETS;
  return (
    <div className={styles.picture}>
      <Chart option={option} height={HEIGHT} label={pictureWords(paths.matched)} />
      <div className={styles.plane} style={{ left, right, top, height: HEIGHT - top - bottom }}>
        {asOf !== null && asOf >= 0 && <i className={styles.asOf} style={along(asOf)} />}
        <i className={styles.read} style={along(bar)} />
        <PointerPlane onRead={onRead} />
      </div>
      <div style={{ paddingLeft: left, paddingRight: right }}>
        <Slider
          size="small"
          aria-label={READ_BAR}
          getAriaValueText={barTitle}
          {...{ min: 1, max: BARS, step: 1, value: bar, track: false }}
          onChange={(_, chosen) => onRead(chosen)}
        />
      </div>
    </div>
  );
}

/** Reads the bar under a pointer that moves, or that a finger touches; a finger still scrolls the page up and down. */
function PointerPlane({ onRead }: Pick<Props, "onRead">) {
  const read = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    onRead(Math.min(BARS, Math.max(1, Math.round((BARS * (clientX - left)) / width))));
  };
  return <div className={styles.pointer} data-testid="plane" onPointerDown={read} onPointerMove={read} />;
}
