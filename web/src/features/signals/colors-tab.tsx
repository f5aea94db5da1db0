import { Button } from "@/lib/ui/button";
import { ColorField } from "@/lib/ui/fields/color-field";
import styles from "./signals.module.css";
import { type AmaSettings, DEFAULT_AMA, type SignalNumber } from "./state/ama-settings";

interface Group {
  title: string;
  colors: readonly (readonly [label: string, signal: SignalNumber | "ema"])[];
}

const sides = (title: string, number: "1" | "2" | "3" | "5" | "10"): Group => ({
  title,
  colors: [
    [`Bull ${title}`, number],
    [`Bear ${title}`, `-${number}`],
  ],
});

const GROUPS: readonly Group[] = [
  sides("Breakout", "1"),
  sides("Climax", "2"),
  sides("Outside Bar", "3"),
  sides("Big Breakout", "5"),
  sides("Follow-Through", "10"),
  {
    title: "Default Colors",
    colors: [
      ["Default Bar", "0"],
      ["EMA", "ema"],
    ],
  },
];

interface Props {
  settings: AmaSettings;
  onChange: (settings: AmaSettings) => void;
}

export function ColorsTab({ settings, onChange }: Props) {
  const { colors, emaColor } = settings.display;
  const shown = { ...colors, ema: emaColor };
  const show = ({ ema, ...signals }: typeof shown) =>
    onChange({ ...settings, display: { colors: signals, emaColor: ema } });
  return (
    <>
      {GROUPS.map((group) => (
        <fieldset key={group.title} className={styles.group}>
          <legend>{group.title}</legend>
          {group.colors.map(([label, signal]) => (
            <div key={signal} className={styles.color}>
              <span aria-hidden="true">{label}</span>
              <ColorField
                label={label}
                value={shown[signal]}
                onColor={(color) => show({ ...shown, [signal]: color })}
              />
            </div>
          ))}
        </fieldset>
      ))}
      <p className={styles.note}>Color settings are saved in the browser.</p>
      <Button onClick={() => onChange({ ...settings, display: DEFAULT_AMA.display })}>
        Reset to Defaults
      </Button>
    </>
  );
}
