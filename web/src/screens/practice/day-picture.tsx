import { useRef } from "react";
import { asRead } from "@/lib/text/format";
import { candleOf, crisp, type Prices } from "@/plot/candles/layers/candles";
import { priceTicks } from "@/plot/candles/layers/ticks";
import { useChartTheme } from "@/plot/candles/use-chart-theme";
import type { Scale } from "@/plot/candles/viewport/frame";
import { useSize } from "@/plot/candles/viewport/use-size";
import { type Drawing, hourTicks, levelsOf, pricesOf, restOf, scaleOf } from "./day-scale";
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
        <svg aria-hidden="true" width={size.width} height={size.height}>
          <Drawn day={day} came={came} scale={scaleOf(day, size)} />
        </svg>
      )}
    </div>
  );
}

function Drawn({ day, came, scale }: Props & { scale: Scale }) {
  const prices = pricesOf(day.bars, day.adr10);
  const isShown = prices.length > day.as_of;
  const rest = restOf(day.as_of, scale);
  const { top, height } = scale.plot;
  return (
    <>
      <rect className={styles.unknown} x={rest.left} y={top} width={rest.width} height={height} />
      <Axes scale={scale} />
      <Levels day={day} scale={scale} />
      <Candles prices={prices.slice(0, day.as_of)} scale={scale} isKnown />
      <Candles prices={prices.slice(day.as_of)} scale={scale} isKnown={false} />
      <line className={styles.now} x1={rest.left} x2={rest.left} y1={top - 4} y2={top + height} />
      <text x={rest.left + 5} y={top - 7}>
        {isShown ? "what came" : `after bar ${day.as_of}`}
      </text>
      {came !== null && <Came bar={came} prices={prices} scale={scale} />}
    </>
  );
}

function Candles({ prices, scale, isKnown }: { prices: Prices[]; scale: Scale; isKnown: boolean }) {
  const theme = useChartTheme();
  const paint = { color: isKnown ? theme.ink : theme.muted, hasSignal: false };
  return prices.map((bar) => {
    const { wick, body, fill, stroke, outline } = candleOf(bar, paint, scale, theme);
    return (
      <g key={bar.index} data-bar={bar.index} stroke={stroke}>
        <line x1={wick.x} x2={wick.x} y1={wick.top} y2={wick.bottom} />
        <rect
          x={body.left + outline / 2}
          y={body.top}
          width={Math.max(0, body.width - outline)}
          height={body.height}
          fill={fill}
          strokeWidth={outline}
        />
      </g>
    );
  });
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
  const { left, top, width, height } = scale.plot;
  const right = left + width;
  return (
    <>
      {lines.map(({ key, label, y, textY }) => (
        <g key={key}>
          <line className={styles.level} data-level={key} x1={left} x2={right} y1={crisp(y)} y2={crisp(y)} />
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

/** A mark over the bar that the event came on. */
function Came({ bar, prices, scale }: { bar: number; prices: readonly Prices[]; scale: Scale }) {
  const high = prices[bar - 1]?.high;
  if (high === undefined) return null;
  const [x, y] = [scale.xOf(bar), scale.yOf(high) - 4];
  return (
    <g className={styles.came} data-came={bar}>
      <path d={`M${x} ${y}l-5 -8h10z`} />
      <text className={styles.middle} x={x} y={y - 12}>
        {bar}
      </text>
    </g>
  );
}
