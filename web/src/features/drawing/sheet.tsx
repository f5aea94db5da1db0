import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from "react";
import type { ChartFrame } from "@/charts/candles/viewport/frame";
import styles from "./drawing.module.css";
import { TOOL_NAMES, type Tool } from "./state/drawings";

interface Props {
  tool: Tool;
  frame: ChartFrame;
  onAim: (event: PointerEvent<SVGElement>) => void;
  onPress: (event: PointerEvent<SVGElement>) => void;
  onKey: (event: KeyboardEvent) => void;
}

/** Lies over the plot while a tool is in hand and takes what is pressed; wheel and crosshair go through. */
export function Sheet({ tool, frame, onAim, onPress, onKey }: Props) {
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
      aria-label={`${TOOL_NAMES[tool]}: arrow keys move, Enter places, Escape cancels`}
      onPointerMove={onAim}
      onPointerDown={onPress}
      onDoubleClick={(event) => event.stopPropagation()}
      onKeyDown={onKey}
    />
  );
}

/** The plot as a rectangle of SVG. */
export function boxOf({ plot: { left: x, top: y, width, height } }: ChartFrame) {
  return { x, y, width, height };
}
