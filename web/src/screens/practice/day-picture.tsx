import { useRef } from "react";
import { selectLineSettings } from "@/kept/chart/chart-slice";
import { useAppSelector } from "@/lib/state/hooks";
import { asRead } from "@/lib/text/format";
import { crisp } from "@/plot/candles/layers/candles";
import { priceTicks } from "@/plot/candles/layers/ticks";
import { useChartTheme } from "@/plot/candles/use-chart-theme";
import type { Scale } from "@/plot/candles/viewport/frame";
import { useSize } from "@/plot/candles/viewport/use-size";
import { type Box, type Candle, candlesOf, markOf } from "@/plot/days/day-picture";
import { candlePaints } from "@/plot/days/draw-day";
import { DASHES, type LineSettings } from "@/plot/settings/line-settings";
import { type Drawing, hourTicks, levelsOf, restOf, scaleOf } from "./day-scale";
import styles from "./quiz.module.css";
import { pictureWords } from "./words";

interface Props {
  day: Drawing;
  /** The bar that an event came on, once it is told. */
  came: number | null;
}

/** A day as candles on bars 1 to 81, in ADR10 from its open; what was not known before the guess is set apart. */
export function DayPicture({ day, came }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const size = useSize(place);
  return (
    <div ref={place} className={styles.picture} role="img" aria-label={pictureWords(day, day.bars)}>
      {size && (
        <svg
          aria-hidden="true"
          width={size.width}
          height={size.height}
          viewBox={`0 0 ${size.width} ${size.height}`}
        >
          <Drawn day={day} came={came} scale={scaleOf(day, size)} />
        </svg>
      )}
    </div>
  );
}

function Drawn({ day, came, scale }: Props & { scale: Scale }) {
  const theme = useChartTheme();
  const candles = candlesIn(day, scale);
  const isShown = candles.length > day.as_of;
  const rest = restOf(day.as_of, scale);
  const { top, height } = scale.plot;
  return (
    <>
      <rect className={styles.unknown} x={rest.left} y={top} width={rest.width} height={height} />
      <Axes scale={scale} />
      <Levels day={day} scale={scale} />
      <g transform={`translate(${scale.plot.left} ${scale.plot.top})`} shapeRendering="crispEdges">
        <Candles candles={candles.slice(0, day.as_of)} color={theme.ink} />
        <Candles candles={candles.slice(day.as_of)} color={theme.muted} />
        {came !== null && <Came bar={came} candle={candles[came - 1]} width={scale.plot.width} />}
      </g>
      <line className={styles.now} x1={rest.left} x2={rest.left} y1={top - 4} y2={top + height} />
      <text x={rest.left + 5} y={top - 7}>
        {isShown ? "what came" : `after bar ${day.as_of}`}
      </text>
    </>
  );
}

function candlesIn({ bars, adr10 }: Drawing, { plot, prices }: Scale): Candle[] {
  return candlesOf(bars, plot.width, {
    height: plot.height,
    from: prices.from * adr10,
    to: prices.to * adr10,
  });
}

function Candles({ candles, color }: { candles: Candle[]; color: string }) {
  const theme = useChartTheme();
  return candlePaints(candles, color, theme).map((paints, at) => (
    <g key={candles[at]?.wick[0]} data-bar>
      {paints.map(({ color: fill, box }) => (
        <Filled key={`${fill} ${box.join(" ")}`} fill={fill} box={box} />
      ))}
    </g>
  ));
}

function Filled({ fill, box: [x, y, width, height] }: { fill?: string; box: Box }) {
  return <rect {...{ x, y, width, height, fill }} />;
}

function Axes({ scale }: { scale: Scale }) {
  const { left, top, width, height } = scale.plot;
  return (
    <>
      {priceTicks(scale).map((price) => {
        const y = crisp(scale.yOf(price));
        return (
          <g key={price}>
            <line className={styles.grid} x1={left} x2={left + width} y1={y} y2={y} />
            <text className={styles.end} x={left - 6} y={y + 4}>
              {signed(price)}
            </text>
          </g>
        );
      })}
      <text className={styles.end} x={left - 6} y={top - 7}>
        ADR10
      </text>
      {hourTicks(scale).map(({ x, bar, time }) => (
        <g key={bar} className={styles.middle}>
          <text x={x} y={top + height + 14}>
            {bar}
          </text>
          <text x={x} y={top + height + 28}>
            {time}
          </text>
        </g>
      ))}
    </>
  );
}

const signed = (price: number) => {
  const text = asRead(String(Number(price.toFixed(3))));
  return price > 0 ? `+${text}` : text;
};

function Levels({ day, scale }: { day: Drawing; scale: Scale }) {
  const { lines, above, below } = levelsOf(day, scale);
  const settings = useAppSelector(selectLineSettings);
  const { left, top, width, height } = scale.plot;
  const right = left + width;
  return (
    <>
      {lines.map(({ key, label, y, textY }) => (
        <g key={key}>
          <line {...lineLook(settings, key)} x1={left} x2={right} y1={crisp(y)} y2={crisp(y)} />
          <text x={right + 6} y={textY + 4}>
            {label}
          </text>
        </g>
      ))}
      {above && (
        <text className={styles.end} x={right} y={top - 22}>
          {above}
        </text>
      )}
      {below && (
        <text className={styles.end} x={right} y={top + height + 44}>
          {below}
        </text>
      )}
    </>
  );
}

function lineLook(settings: LineSettings, key: string) {
  const line = settings.find((each) => each.key === key);
  return line && { stroke: line.color, strokeDasharray: DASHES[line.lineStyle].join(" ") };
}

/** A mark at the bar that the event came on. */
function Came({ bar, candle, width }: { bar: number; candle: Candle | undefined; width: number }) {
  if (candle === undefined) return null;
  const mark = markOf(candle, width);
  const [x = 0, y = 0] = mark.at(-1) ?? [];
  const isAbove = y < candle.wick[1];
  return (
    <g className={styles.came} data-came={bar}>
      {mark.map((box) => (
        <Filled key={box[1]} box={box} />
      ))}
      <text className={styles.middle} x={x + (mark.at(-1)?.[2] ?? 0) / 2} y={isAbove ? y - 4 : y + 12}>
        {bar}
      </text>
    </g>
  );
}
