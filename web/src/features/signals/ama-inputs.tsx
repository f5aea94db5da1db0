import { Check } from "@/lib/ui/fields/check";
import entry from "@/lib/ui/fields/entry.module.css";
import { SelectField } from "@/lib/ui/fields/fields";
import { LimitedNumber } from "@/lib/ui/fields/limited-number";
import type { AmaField, IbsField } from "./ama-fields";
import { IBS_LIMITS, IBS_OFF } from "./state/ama-limits";
import type { AmaSettings } from "./state/ama-settings";

interface Props<Field = AmaField> {
  field: Field;
  settings: AmaSettings;
  onChange: (settings: AmaSettings) => void;
}

/** One entry of the settings as its control. */
export function AmaInput({ field, settings, onChange }: Props) {
  switch (field.kind) {
    case "switch":
      return (
        <Check
          label={field.label}
          checked={field.get(settings)}
          onChange={(isOn) => onChange(field.set(settings, isOn))}
        />
      );
    case "choice":
      return (
        <label className={entry.entry}>
          <span>{field.label}</span>
          <SelectField
            choices={field.choices}
            value={field.get(settings)}
            onChoose={(value) => onChange(field.set(settings, value))}
          />
        </label>
      );
    case "number":
      return (
        <LimitedNumber
          label={field.label}
          limits={field.limits}
          value={field.get(settings)}
          saysLimits
          onNumber={(value) => onChange(field.set(settings, value))}
        />
      );
    case "ibs":
      return <IbsInput {...{ field, settings, onChange }} />;
  }
}

/** A whole number from 0 to 100; an empty box switches the filter off. */
function IbsInput({ field, settings, onChange }: Props<IbsField>) {
  const { enabled, threshold } = field.get(settings);
  return (
    <LimitedNumber
      label={field.label}
      limits={IBS_LIMITS}
      empty={IBS_OFF}
      value={enabled ? threshold : IBS_OFF}
      saysLimits
      onNumber={(next) => onChange(field.set(settings, { enabled: next !== IBS_OFF, threshold: next }))}
    />
  );
}
