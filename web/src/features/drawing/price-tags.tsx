import type { ChartFrame } from "@/charts/candles/viewport/frame";
import { formatPrice } from "@/charts/candles/words";
import styles from "./drawing.module.css";
import { pricesOf, toTick } from "./shapes";
import type { Drawing } from "./state/drawings";

interface Props {
  drawings: readonly Drawing[];
  selected: string | null;
  frame: ChartFrame;
}

/** The prices of horizontal lines, and of whatever is selected, on the price axis. */
export function PriceTags({ drawings, selected, frame }: Props) {
  const { plot, prices, yOf, day } = frame;
  const { tick, price_decimals } = day.metadata;
  return drawings
    .filter(({ type, id }) => type === "horizontal_line" || id === selected)
    .flatMap((drawing) =>
      pricesOf(drawing).map((price, at) => ({ ...drawing, price, key: `${drawing.id}${at}` })),
    )
    .filter(({ price }) => price >= prices.from && price <= prices.to)
    .map(({ key, price, color }) => (
      <span
        key={key}
        aria-hidden="true"
        className={styles.tag}
        style={{ width: plot.left - 4, top: yOf(price), borderColor: color }}
      >
        {formatPrice(toTick(price, tick), price_decimals)}
      </span>
    ));
}
