import { type CSSProperties, type KeyboardEvent, type PointerEvent, useEffect, useRef } from "react";
import { type Drawing, TOOL_NAMES } from "@/kept/drawings/drawings";
import type { ChartFrame } from "@/plot/candles/viewport/frame";
import styles from "./drawing.module.css";
import { HIT_TOLERANCE } from "./geometry";
import { inkOf, type Outline, outlineOf } from "./outline";
import { describe, HANDLES, type Handle } from "./shapes";

/** The lines, box or words of a drawing; `className` says which of its layers this is. */
export function Outlined({ outline, className }: { outline: Outline; className: string | undefined }) {
  const { tag: Tag, ...place } = outline;
  return <Tag {...place} dominantBaseline="central" className={className} />;
}

interface Props {
  shape: Drawing;
  frame: ChartFrame;
  isSelected: boolean;
  onGrip: (event: PointerEvent<SVGElement>, handle?: Handle) => void;
  onSelect: () => void;
  /** Asks for its menu at a place of the window. */
  onMenu: (at: { left: number; top: number }) => void;
  onEdit: () => void;
  onKey: (event: KeyboardEvent) => void;
}

/** A drawing that a press within 5 pixels takes hold of, at its handles or as a whole, and the keyboard reaches. */
export function DrawnShape({ shape, frame, isSelected, onGrip, onSelect, onMenu, onEdit, onKey }: Props) {
  const group = useRef<SVGGElement>(null);
  const outline = outlineOf(shape, frame);
  const { color, width, dashes } = inkOf(shape);
  const ink = { "--ink": color, "--width": `${width}px`, "--dashes": dashes } as CSSProperties;
  /** A tool that was put down takes the focus with it. */
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (isSelected && isLost) group.current?.focus();
  }, [isSelected]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button of HTML cannot be drawn among lines
    <g
      ref={group}
      role="button"
      tabIndex={0}
      aria-label={describe(shape, frame.day.metadata.price_decimals)}
      aria-roledescription={TOOL_NAMES[shape.type]}
      data-drawing={shape.id}
      data-selected={isSelected}
      className={styles.drawing}
      style={ink}
      onPointerDown={onGrip}
      onDoubleClick={(event) => {
        event.stopPropagation();
        onEdit();
      }}
      onContextMenu={(event) => {
        event.preventDefault();
        onSelect();
        onMenu({ left: event.clientX, top: event.clientY });
      }}
      onFocus={onSelect}
      onKeyDown={onKey}
    >
      <Outlined outline={outline} className={styles.stroke} />
      <g strokeWidth={2 * HIT_TOLERANCE}>
        <Outlined outline={outline} className={styles.hit} />
      </g>
      {outline.tag === "line" && shape.type === "horizontal_line" && (
        <circle className={styles.mark} cx={(outline.x1 + outline.x2) / 2} cy={outline.y1} />
      )}
      {"x2" in shape &&
        HANDLES[shape.type].map((handle) => (
          <circle
            key={handle.join()}
            data-handle={handle.join()}
            className={styles.handle}
            cx={frame.xOf(shape[handle[0]])}
            cy={frame.yOf(shape[handle[1]])}
            onPointerDown={(event) => onGrip(event, handle)}
          />
        ))}
    </g>
  );
}
