import { Check } from "@/lib/ui/fields/check";
import { ColorField } from "@/lib/ui/fields/color-field";
import { SelectField } from "@/lib/ui/fields/fields";
import { LinePreview } from "./line-preview";
import styles from "./lines.module.css";
import { LINE_LIMITS, LINE_STYLES, type LineSetting, type LineStyle } from "./state/line-settings";

const STYLE_NAMES: Record<LineStyle, string> = { solid: "Solid", dashed: "Dashed", dotted: "Dotted" };
const STYLE_CHOICES = LINE_STYLES.map((value) => ({ value, label: STYLE_NAMES[value] }));

interface Props {
  line: LineSetting;
  onChange: (change: Partial<LineSetting>) => void;
}

/** One line: whether it shows, its colour, style, width and text size, and what that looks like. */
export function LineFields({ line, onChange }: Props) {
  const { label } = line;
  return (
    <fieldset className={styles.line}>
      <legend className="visually-hidden">{label}</legend>
      <Check
        className={styles.visible}
        name={`${label} visible`}
        label={label}
        checked={line.visible}
        onChange={(isOn) => onChange({ visible: isOn })}
      />
      <LinePreview line={line} />
      <ColorField label={label} value={line.color} onColor={(color) => onChange({ color })} />
      <SelectField
        aria-label={`${label} style`}
        choices={STYLE_CHOICES}
        value={line.lineStyle}
        onChoose={(lineStyle) => onChange({ lineStyle: lineStyle as LineStyle })}
      />
      <Slider
        name="Width"
        label={`${label} width`}
        limits={LINE_LIMITS.width}
        value={line.strokeWidth}
        onNumber={(strokeWidth) => onChange({ strokeWidth })}
      />
      <Slider
        name="Text"
        label={`${label} text size`}
        limits={LINE_LIMITS.text}
        value={line.fontSize}
        onNumber={(fontSize) => onChange({ fontSize })}
      />
    </fieldset>
  );
}

interface SliderProps {
  name: string;
  label: string;
  limits: { min: number; max: number; step: number };
  value: number;
  onNumber: (value: number) => void;
}

function Slider({ name, label, limits, value, onNumber }: SliderProps) {
  return (
    <span className={styles.slider}>
      <span aria-hidden="true">{name}</span>
      <input
        type="range"
        aria-label={label}
        aria-valuetext={`${value} px`}
        {...limits}
        value={value}
        onChange={(event) => onNumber(Number(event.target.value))}
      />
      <output>{value} px</output>
    </span>
  );
}
