import { Button } from "@/kit/button";
import { Check } from "@/kit/fields/check";
import entry from "@/kit/fields/entry.module.css";
import { SelectField } from "@/kit/fields/fields";
import { LimitedNumber } from "@/kit/fields/limited-number";
import styles from "./demo.module.css";
import { SIMPLE_DEFAULTS, SIMPLE_FIELDS, type SimpleConfig, type SimpleField } from "./simple-config";

interface Props {
  config: SimpleConfig;
  onChange: (config: SimpleConfig) => void;
}

/** What the popover holds: every setting of the demonstrations. */
export function SimpleSettings({ config, onChange }: Props) {
  return (
    <div className={styles.settings}>
      {SIMPLE_FIELDS.map(({ key, ...field }) => (
        <Field
          key={key}
          {...field}
          value={config[key]}
          onChange={(value) => onChange({ ...config, [key]: value })}
        />
      ))}
      <Button look="quiet" onClick={() => onChange({ ...SIMPLE_DEFAULTS, enabled: config.enabled })}>
        Reset to Defaults
      </Button>
    </div>
  );
}

interface FieldProps extends Omit<SimpleField, "key"> {
  value: boolean | number;
  onChange: (value: boolean | number) => void;
}

function Field({ label, choices, limits, empty, value, onChange }: FieldProps) {
  if (limits)
    return <LimitedNumber {...{ label, limits, empty }} value={Number(value)} onNumber={onChange} />;
  if (!choices) return <Check label={label} checked={value === true} onChange={onChange} />;
  return (
    <label className={entry.entry}>
      <span>{label}</span>
      <SelectField
        choices={choices.map((name, index) => ({ value: String(index), label: name }))}
        value={String(value)}
        onChoose={(index) => onChange(Number(index))}
      />
    </label>
  );
}
