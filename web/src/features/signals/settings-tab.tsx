import ExpandMore from "@mui/icons-material/ExpandMore";
import { AMA_SECTIONS } from "./ama-fields";
import { AmaInput } from "./ama-inputs";
import styles from "./signals.module.css";
import type { AmaSettings } from "./state/ama-settings";

interface Props {
  settings: AmaSettings;
  onChange: (settings: AmaSettings) => void;
}

export function SettingsTab({ settings, onChange }: Props) {
  return AMA_SECTIONS.map(({ title, fields }) => (
    <details key={title} className={styles.section} open>
      <summary>
        <h3>{title}</h3>
        <ExpandMore />
      </summary>
      <div className={styles.fields}>
        {fields.map((field) => (
          <AmaInput key={field.label} field={field} settings={settings} onChange={onChange} />
        ))}
      </div>
    </details>
  ));
}
