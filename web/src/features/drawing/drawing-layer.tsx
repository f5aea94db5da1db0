import type { ChartFrame } from "@/charts/candles/viewport/frame";
import { useChartFrame } from "@/charts/candles/viewport/frame-context";
import { formatPrice } from "@/charts/candles/words";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import styles from "./drawing.module.css";
import { DrawnShape, Outlined } from "./drawn-shape";
import { type Anchor, pointOf } from "./geometry";
import { draggedTo, previewOf } from "./gesture";
import { outlineOf } from "./outline";
import { boxOf, Sheet } from "./sheet";
import { drawingSelected, selectDrawings, selectSelectedDrawing } from "./state/drawings-slice";
import { TextEntry } from "./text-entry";
import { useHand } from "./use-hand";
import { useKeptDrawings } from "./use-kept-drawings";
import { useKeys } from "./use-keys";
import { usePointer } from "./use-pointer";

/** The drawings of the day shown, over its candles; kept in the browser for each symbol and day. */
export function DrawingLayer() {
  const frame = useChartFrame();
  const { symbol, currentDate } = frame?.day.metadata ?? {};
  const place = symbol && currentDate ? `${symbol}:${currentDate}` : null;
  useKeptDrawings(place);
  return frame && place ? <Layer key={place} frame={frame} /> : null;
}

function Layer({ frame }: { frame: ChartFrame }) {
  const dispatch = useAppDispatch();
  const drawings = useAppSelector(selectDrawings);
  const selected = useAppSelector(selectSelectedDrawing);
  const hand = useHand(frame);
  const pointer = usePointer(frame, hand);
  const keys = useKeys(frame, hand);
  const { tool, gesture } = hand;
  const dragged = gesture.kind === "dragging" ? draggedTo(gesture) : null;
  const preview = dragged ? null : previewOf(tool, gesture);
  return (
    <div className={styles.layer} data-layer data-tool={tool ?? undefined}>
      {/* biome-ignore lint/a11y/useSemanticElements: no element of HTML groups what is drawn */}
      <svg role="group" width={frame.width} height={frame.height} aria-label="Drawings">
        <clipPath id="drawing-plot">
          <rect {...boxOf(frame)} />
        </clipPath>
        <g
          clipPath="url(#drawing-plot)"
          onPointerMove={pointer.drag}
          onPointerUp={pointer.drop}
          onPointerCancel={hand.cancel}
        >
          {drawings.map((drawing) => (
            <DrawnShape
              key={drawing.id}
              shape={dragged?.id === drawing.id ? dragged : drawing}
              frame={frame}
              isSelected={drawing.id === selected}
              onGrip={pointer.grip(drawing)}
              onSelect={() => dispatch(drawingSelected(drawing.id))}
              onKey={keys.move(drawing)}
            />
          ))}
          {preview && <Outlined outline={outlineOf(preview, frame)} className={styles.preview} />}
          {tool && "at" in gesture && <Cross at={gesture.at} frame={frame} />}
        </g>
        {tool && <Sheet {...{ tool, frame }} onAim={pointer.aim} onPress={pointer.press} onKey={keys.aim} />}
      </svg>
      {gesture.kind === "writing" && <TextEntry at={pointOf(frame, gesture.at)} onWrite={hand.write} />}
      <p role="status" className="visually-hidden">
        {tool && "at" in gesture && wordsOf(gesture.at, frame)}
      </p>
    </div>
  );
}

/** Marks the place a press or Enter would take. */
function Cross({ at, frame }: { at: Anchor; frame: ChartFrame }) {
  const { x, y } = pointOf(frame, at);
  return <path className={styles.cross} d={`M${x - 6} ${y}H${x + 6}M${x} ${y - 6}V${y + 6}`} />;
}

function wordsOf({ bar, price }: Anchor, { day }: ChartFrame): string {
  return `Bar ${Math.round(bar)}, ${formatPrice(price, day.metadata.price_decimals)}`;
}
