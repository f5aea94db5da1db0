import styles from "./lines.module.css";
import { DASHES, type LineSetting } from "./state/line-settings";

const LINE_Y = 58;
const GAP = 4;

/** The line and its label as the chart draws them; nothing where the line is hidden. */
export function LinePreview({ line }: { line: LineSetting }) {
  const { label, color, lineStyle, strokeWidth, fontSize, visible } = line;
  return (
    <svg
      className={styles.preview}
      role="img"
      aria-label={visible ? `${label} preview` : `${label} preview: hidden`}
    >
      {visible && (
        <>
          <line
            x1="0"
            x2="100%"
            y1={LINE_Y}
            y2={LINE_Y}
            stroke={color}
            strokeWidth={strokeWidth}
            strokeDasharray={DASHES[lineStyle].join(" ") || undefined}
          />
          <text
            x="100%"
            dx={-6}
            y={LINE_Y - GAP}
            textAnchor="end"
            fontSize={fontSize}
            className={styles.label}
          >
            {label}
          </text>
        </>
      )}
    </svg>
  );
}
