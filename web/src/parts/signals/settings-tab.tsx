import ExpandMore from "@mui/icons-material/ExpandMore";
import Stack from "@mui/material/Stack";
import { Check } from "@/kit/fields/check";
import entry from "@/kit/fields/entry.module.css";
import { SelectField } from "@/kit/fields/fields";
import { LimitedNumber } from "@/kit/fields/limited-number";
import { type AmaSettings, IBS_LIMITS, IBS_OFF, type IbsFilter } from "@/plot/settings/ama-settings";
import { AMA_FIELDS, type AmaField, SECTION_TITLES } from "./ama-fields";
import styles from "./signals.module.css";

interface Props {
  settings: AmaSettings;
  onChange: (settings: AmaSettings) => void;
}

type Value = boolean | number | string | IbsFilter;

export function SettingsTab({ settings, onChange }: Props) {
  return Object.entries<Record<string, AmaField>>(AMA_FIELDS).map(([group, fields]) => {
    const values: Record<string, Value> = settings[group as keyof typeof AMA_FIELDS];
    return (
      <details key={group} className={styles.section} open>
        <summary>
          <h3>{SECTION_TITLES[group as keyof typeof AMA_FIELDS]}</h3>
          <ExpandMore />
        </summary>
        <Stack spacing={1} sx={{ pb: 3 }}>
          {Object.entries(fields).map(([key, field]) => (
            <AmaInput
              key={key}
              field={field}
              value={values[key]}
              onChange={(value) => onChange({ ...settings, [group]: { ...values, [key]: value } })}
            />
          ))}
        </Stack>
      </details>
    );
  });
}

interface InputProps {
  field: AmaField;
  value: Value | undefined;
  onChange: (value: Value) => void;
}

/** One setting as the control of its kind; an IBS filter is off while its box is empty. */
function AmaInput({ field: { label, limits, choices, words }, value, onChange }: InputProps) {
  if (choices)
    return (
      <label className={entry.entry}>
        <span>{label}</span>
        <SelectField choices={choices} value={String(value)} onChoose={onChange} />
      </label>
    );
  if (limits)
    return <LimitedNumber {...{ label, limits }} value={Number(value)} saysLimits onNumber={onChange} />;
  if (typeof value === "object")
    return (
      <LimitedNumber
        label={label}
        limits={IBS_LIMITS}
        empty={IBS_OFF}
        value={value.enabled ? value.threshold : IBS_OFF}
        saysLimits
        onNumber={(threshold) => onChange({ enabled: threshold !== IBS_OFF, threshold })}
      />
    );
  const [off, on] = words ?? [false, true];
  return <Check label={label} checked={value === on} onChange={(isOn) => onChange(isOn ? on : off)} />;
}
