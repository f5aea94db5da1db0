import { Button } from "@/kit/button";
import { ColorField } from "@/kit/fields/color-field";
import { type AmaSettings, DEFAULT_AMA, type SignalNumber } from "@/plot/settings/ama-settings";
import styles from "./signals.module.css";

/** Under each heading what has a colour: signals by their numbers, and the moving average. */
const GROUPS: Record<string, Record<string, SignalNumber | "ema">> = {
  Breakout: { "Bull Breakout": "1", "Bear Breakout": "-1" },
  Climax: { "Bull Climax": "2", "Bear Climax": "-2" },
  "Outside Bar": { "Bull Outside Bar": "3", "Bear Outside Bar": "-3" },
  "Big Breakout": { "Bull Big Breakout": "5", "Bear Big Breakout": "-5" },
  "Follow-Through": { "Bull Follow-Through": "10", "Bear Follow-Through": "-10" },
  "Default Colors": { "Default Bar": "0", EMA: "ema" },
};

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
      {Object.entries(GROUPS).map(([title, signals]) => (
        <fieldset key={title} className={styles.group}>
          <legend>{title}</legend>
          {Object.entries(signals).map(([label, signal]) => (
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
