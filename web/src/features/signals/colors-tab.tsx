import { Button } from "@/lib/ui/button";
import { ColorField } from "@/lib/ui/fields/color-field";
import { COLOR_GROUPS, colorOf, withColor } from "./color-groups";
import styles from "./signals.module.css";
import { type AmaSettings, DEFAULT_AMA } from "./state/ama-settings";

interface Props {
  settings: AmaSettings;
  onChange: (settings: AmaSettings) => void;
}

export function ColorsTab({ settings, onChange }: Props) {
  return (
    <>
      {COLOR_GROUPS.map(({ title, colors }) => (
        <fieldset key={title} className={styles.group}>
          <legend>{title}</legend>
          {colors.map((entry) => (
            <div key={entry.signal} className={styles.color}>
              <span aria-hidden="true">{entry.label}</span>
              <ColorField
                label={entry.label}
                value={colorOf(settings, entry)}
                onColor={(color) => onChange(withColor(settings, entry, color))}
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
