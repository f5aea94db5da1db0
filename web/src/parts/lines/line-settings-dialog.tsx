import Slider from "@mui/material/Slider";
import Stack from "@mui/material/Stack";
import { lineChanged, lineSettingsSet, selectLineSettings } from "@/kept/chart/chart-slice";
import { Button } from "@/kit/button";
import { Check } from "@/kit/fields/check";
import { ColorField } from "@/kit/fields/color-field";
import { SelectField } from "@/kit/fields/fields";
import { Dialog } from "@/kit/overlays/dialog";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { capitalise } from "@/lib/text/format";
import {
  DASHES,
  DEFAULT_LINES,
  LINE_LIMITS,
  LINE_STYLES,
  type LineSetting,
} from "@/plot/settings/line-settings";
import styles from "./lines.module.css";

const STYLES = LINE_STYLES.map((value) => ({ value, label: capitalise(value) }));
const SIZES = [
  { name: "Width", words: "width", key: "strokeWidth", limits: LINE_LIMITS.width },
  { name: "Text", words: "text size", key: "fontSize", limits: LINE_LIMITS.text },
] as const;
const pixels = (size: number) => `${size} px`;

/** How the reference levels are drawn; each change shows in the preview and on the chart at once. */
export default function LineSettingsDialog({ onClose }: { onClose: () => void }) {
  const dispatch = useAppDispatch();
  const lines = useAppSelector(selectLineSettings);
  return (
    <Dialog title="Reference Line Settings" onClose={onClose}>
      {lines.map((line) => (
        <LineFields
          key={line.key}
          line={line}
          onChange={(change) => dispatch(lineChanged({ key: line.key, ...change }))}
        />
      ))}
      <Stack direction="row" sx={{ justifyContent: "space-between" }}>
        <Button onClick={() => dispatch(lineSettingsSet(DEFAULT_LINES))}>Reset to Defaults</Button>
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      </Stack>
    </Dialog>
  );
}

interface FieldsProps {
  line: LineSetting;
  onChange: (change: Partial<LineSetting>) => void;
}

/** One line: whether it shows, its colour, style, width and text size, and what that looks like. */
function LineFields({ line, onChange }: FieldsProps) {
  const { label } = line;
  return (
    <fieldset className={styles.line}>
      <legend className="visually-hidden">{label}</legend>
      <Check
        className={styles.visible}
        name={`${label} visible`}
        label={label}
        checked={line.visible}
        onChange={(visible) => onChange({ visible })}
      />
      <LinePreview line={line} />
      <ColorField label={label} value={line.color} onColor={(color) => onChange({ color })} />
      <SelectField
        aria-label={`${label} style`}
        choices={STYLES}
        value={line.lineStyle}
        onChoose={(lineStyle) => onChange({ lineStyle: lineStyle as LineSetting["lineStyle"] })}
      />
      {SIZES.map(({ name, words, key, limits }) => (
        <span key={key} className={styles.slider}>
          <span aria-hidden="true">{name}</span>
          <Slider
            size="small"
            aria-label={`${label} ${words}`}
            getAriaValueText={pixels}
            {...limits}
            value={line[key]}
            onChange={(_, size) => onChange({ [key]: size })}
          />
          <output>{pixels(line[key])}</output>
        </span>
      ))}
    </fieldset>
  );
}

/** The line and its label as the chart draws them; nothing where the line is hidden. */
function LinePreview({ line }: { line: LineSetting }) {
  const { label, color, lineStyle, strokeWidth, fontSize, visible } = line;
  const name = visible ? `${label} preview` : `${label} preview: hidden`;
  return (
    <svg className={styles.preview} role="img" aria-label={name}>
      {visible && (
        <g transform="translate(0 58)">
          <line x2="100%" {...{ stroke: color, strokeWidth, strokeDasharray: DASHES[lineStyle].join(" ") }} />
          <text x="100%" dx={-6} y={-4} textAnchor="end" fontSize={fontSize} className={styles.label}>
            {label}
          </text>
        </g>
      )}
    </svg>
  );
}
