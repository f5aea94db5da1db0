import { Suspense, useRef } from "react";
import type { ChartFrame } from "@/charts/candles/viewport/frame";
import { useChartFrame } from "@/charts/candles/viewport/frame-context";
import { formatPrice } from "@/charts/candles/words";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { lazyWithRetry } from "@/lib/ui/lazy-with-retry";
import styles from "./drawing.module.css";
import { DrawnShape, Outlined } from "./drawn-shape";
import { type Anchor, pointOf } from "./geometry";
import { draggedTo, previewOf } from "./gesture";
import { outlineOf } from "./outline";
import { PriceTags } from "./price-tags";
import { boxOf, Sheet } from "./sheet";
import { drawingSelected, selectDrawings, selectPanel, selectSelectedDrawing } from "./state/drawings-slice";
import { TextEntry } from "./text-entry";
import { useHand } from "./use-hand";
import { useKeptDrawings } from "./use-kept-drawings";
import { useKeys } from "./use-keys";
import { usePointer } from "./use-pointer";
import { usePress } from "./use-press";

const DrawingPanel = lazyWithRetry(() => import("./drawing-panel"));

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
  const panel = useAppSelector(selectPanel);
  const layer = useRef<HTMLDivElement>(null);
  const hand = useHand(frame);
  const pointer = usePointer(frame, hand);
  const keys = useKeys(frame, hand);
  usePress(layer, frame, hand, pointer);
  const { tool, gesture } = hand;
  const dragged = gesture.kind === "dragging" ? draggedTo(gesture) : null;
  const preview = dragged ? null : previewOf(tool, gesture);
  const shown = drawings
    .filter(({ isHidden }) => !isHidden)
    .map((drawing) => (dragged?.id === drawing.id ? dragged : drawing));
  return (
    <div ref={layer} className={styles.layer} data-layer data-tool={tool ?? undefined}>
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
          {shown.map((drawing) => (
            <DrawnShape
              key={drawing.id}
              shape={drawing}
              frame={frame}
              isSelected={drawing.id === selected}
              onGrip={pointer.grip(drawing)}
              onSelect={() => dispatch(drawingSelected(drawing.id))}
              onEdit={() => hand.edit(drawing)}
              onKey={keys.move(drawing)}
            />
          ))}
          {preview && <Outlined outline={outlineOf(preview, frame)} className={styles.preview} />}
          {tool && "at" in gesture && <Cross at={gesture.at} frame={frame} />}
        </g>
        {tool && <Sheet {...{ tool, frame }} onAim={pointer.aim} onPress={pointer.press} onKey={keys.aim} />}
      </svg>
      <PriceTags drawings={shown} selected={selected} frame={frame} />
      {gesture.kind === "writing" && (
        <TextEntry
          at={pointOf(frame, gesture.at)}
          before={gesture.drawing?.text ?? ""}
          onWrite={hand.write}
        />
      )}
      {panel && (
        <Suspense>
          <DrawingPanel panel={panel} layer={layer.current} frame={frame} onCopy={hand.copy} />
        </Suspense>
      )}
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
