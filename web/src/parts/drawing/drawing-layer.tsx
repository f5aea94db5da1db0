import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from "react";
import { type Drawing, TOOL_NAMES, type Tool } from "@/kept/drawings/drawings";
import { drawingSelected, panelOpened } from "@/kept/drawings/drawings-slice";
import { lazyPart } from "@/kit/lazy-with-retry";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import type { ChartFrame } from "@/plot/candles/viewport/frame";
import { useChartFrame } from "@/plot/candles/viewport/frame-context";
import { formatPrice, toTick } from "@/plot/candles/words";
import styles from "./drawing.module.css";
import { DrawnShape, Outlined } from "./drawn-shape";
import { type Anchor, pointOf } from "./geometry";
import { draggedTo, type Gesture, previewOf } from "./gesture";
import { outlineOf } from "./outline";
import { distanceWords, pricesOf } from "./shapes";
import { TextEntry } from "./text-entry";
import { useDrawingTool } from "./use-drawing-tool";
import { useKeptDrawings } from "./use-kept-drawings";
import { useKeys } from "./use-keys";
import { useMeasure } from "./use-measure";
import { usePointer } from "./use-pointer";
import { usePress } from "./use-press";
import { aimingWith, TEXT_FIELD } from "./words";

const DrawingPanel = lazyPart(() => import("./drawing-panel"));

/** The drawings of the day shown, over its candles; kept in the browser for each symbol and day. */
export function DrawingLayer() {
  const isEmpty = useAppSelector(
    ({ drawings: { tool, shown } }) => tool === null && shown.every(({ isHidden }) => isHidden),
  );
  const frame = useChartFrame(isEmpty);
  const { symbol, currentDate, tick = 1 } = frame?.day.metadata ?? {};
  const place = symbol && currentDate ? `${symbol}:${currentDate}` : null;
  useKeptDrawings(place, tick);
  return frame && place ? <Layer key={place} frame={frame} /> : null;
}

function Layer({ frame }: { frame: ChartFrame }) {
  const dispatch = useAppDispatch();
  const { panel, selected, ...state } = useAppSelector(({ drawings }) => drawings);
  const layer = useRef<HTMLDivElement>(null);
  const drawingTool = useDrawingTool(frame);
  const pointer = usePointer(frame, drawingTool);
  const keys = useKeys(frame, drawingTool);
  usePress(layer, frame, drawingTool, pointer);
  useMeasure(layer, frame, drawingTool);
  const { tool, gesture } = drawingTool;
  const dragged = gesture.kind === "dragging" ? draggedTo(gesture) : null;
  const preview = dragged ? null : previewOf(tool, gesture);
  const shown = state.shown
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
          onPointerCancel={drawingTool.cancel}
        >
          {shown.map((drawing) => (
            <DrawnShape
              key={drawing.id}
              shape={drawing}
              frame={frame}
              isSelected={drawing.id === selected}
              onGrip={pointer.grip(drawing)}
              onSelect={() => dispatch(drawingSelected(drawing.id))}
              onMenu={(at) => dispatch(panelOpened(at))}
              onEdit={() => drawingTool.edit(drawing)}
              onKey={keys.move(drawing)}
            />
          ))}
          {preview && <Outlined outline={outlineOf(preview, frame)} className={styles.preview} />}
          {tool && "at" in gesture && <Cross at={gesture.at} frame={frame} />}
        </g>
        {tool && <Sheet {...{ tool, frame }} {...pointer.sheet} onKey={keys.aim} />}
      </svg>
      <Measured gesture={gesture} />
      <PriceTags drawings={shown} selected={selected} frame={frame} />
      {gesture.kind === "writing" && (
        <TextEntry
          label={TEXT_FIELD}
          before={gesture.drawing?.text ?? ""}
          className={styles.entry}
          style={{ left: frame.xOf(gesture.at.bar), top: frame.yOf(gesture.at.price) }}
          autoFocus
          onPointerDown={(event) => event.stopPropagation()}
          onWrite={drawingTool.write}
        />
      )}
      {panel && (
        <DrawingPanel
          layer={layer.current}
          decimals={frame.day.metadata.price_decimals}
          onCopy={drawingTool.copy}
        />
      )}
      <p role="status" className="visually-hidden">
        {tool && "at" in gesture && wordsOf(gesture.at, frame)}
      </p>
    </div>
  );
}

/** How far it is from one place to another, beside the second; nothing while nothing is measured. */
function Measured({ gesture }: { gesture: Gesture }) {
  const frame = useChartFrame(gesture.kind !== "measuring");
  if (gesture.kind !== "measuring" || !frame) return null;
  const { from, at } = gesture;
  const [start, end] = [pointOf(frame, from), pointOf(frame, at)];
  const { left, width } = frame.plot;
  const isRight = end.x > left + width / 2;
  const place = {
    top: end.y,
    ...(isRight ? { right: frame.width - end.x } : { left: end.x }),
    translate: `0 ${end.y > start.y ? "8px" : "calc(-100% - 8px)"}`,
  };
  return (
    <>
      <i
        className={styles.span}
        style={{
          left: Math.min(start.x, end.x),
          top: Math.min(start.y, end.y),
          width: Math.abs(end.x - start.x),
          height: Math.abs(end.y - start.y),
        }}
      />
      <p role="status" className={styles.measured} style={place}>
        {distanceWords(from, at, frame.day.metadata)}
      </p>
    </>
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

interface SheetProps {
  tool: Tool;
  frame: ChartFrame;
  onAim: (event: PointerEvent<SVGElement>) => void;
  onPress: (event: PointerEvent<SVGElement>) => void;
  onLift: (event: PointerEvent<SVGElement>) => void;
  onKey: (event: KeyboardEvent) => void;
}

/** Lies over the plot while a tool is in hand and takes what is pressed; wheel and crosshair go through. */
function Sheet({ tool, frame, onAim, onPress, onLift, onKey }: SheetProps) {
  const sheet = useRef<SVGRectElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each tool taken up brings the keyboard along
  useEffect(() => sheet.current?.focus({ preventScroll: true }), [tool]);
  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: arrow keys must reach it, not a reader
    <rect
      ref={sheet}
      {...boxOf(frame)}
      className={styles.sheet}
      tabIndex={0}
      role="application"
      aria-label={aimingWith(TOOL_NAMES[tool])}
      onPointerMove={onAim}
      onPointerDown={onPress}
      onPointerUp={onLift}
      onDoubleClick={(event) => event.stopPropagation()}
      onKeyDown={onKey}
    />
  );
}

/** The plot as a rectangle of SVG. */
function boxOf({ plot: { left: x, top: y, width, height } }: ChartFrame) {
  return { x, y, width, height };
}

interface TagsProps {
  drawings: readonly Drawing[];
  selected: string | null;
  frame: ChartFrame;
}

/** The prices of horizontal lines, and of whatever is selected, on the price axis. */
function PriceTags({ drawings, selected, frame }: TagsProps) {
  const { plot, prices, yOf, day } = frame;
  const { tick, price_decimals } = day.metadata;
  return drawings
    .filter(({ type, id }) => type === "horizontal_line" || id === selected)
    .flatMap((drawing) =>
      pricesOf(drawing).map((price, at) => ({ price, color: drawing.color, key: `${drawing.id}${at}` })),
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
