import { Button } from "@/lib/ui/button";
import { Check } from "@/lib/ui/fields/check";
import entry from "@/lib/ui/fields/entry.module.css";
import { SelectField } from "@/lib/ui/fields/fields";
import { LimitedNumber } from "@/lib/ui/fields/limited-number";
import styles from "./demo.module.css";
import { SIMPLE_DEFAULTS, type SimpleConfig } from "./simple-config";
import { SIMPLE_FIELDS, type SimpleField } from "./simple-fields";

interface Props {
  config: SimpleConfig;
  onChange: (config: SimpleConfig) => void;
}

/** What the popover holds: every setting of the demonstrations. */
export function SimpleSettings({ config, onChange }: Props) {
  return (
    <div className={styles.settings}>
      {SIMPLE_FIELDS.map((field) => (
        <Field key={field.key} {...{ field, config, onChange }} />
      ))}
      <Button look="quiet" onClick={() => onChange({ ...SIMPLE_DEFAULTS, enabled: config.enabled })}>
        Reset to Defaults
      </Button>
    </div>
  );
}

function Field({ field, config, onChange }: Props & { field: SimpleField }) {
  const set = (value: boolean | number) => onChange({ ...config, [field.key]: value });
  switch (field.kind) {
    case "switch":
      return <Check label={field.label} checked={config[field.key]} onChange={(isOn) => set(isOn)} />;
    case "choice":
      return (
        <label className={entry.entry}>
          <span>{field.label}</span>
          <SelectField
            choices={field.choices}
            value={String(config[field.key])}
            onChoose={(value) => set(Number(value))}
          />
        </label>
      );
    case "number":
      return (
        <LimitedNumber
          label={field.label}
          limits={field.limits}
          empty={field.empty}
          value={config[field.key]}
          onNumber={set}
        />
      );
  }
}
