import { useId } from "react";
import { HIGHEST_IBS } from "@/lib/ama-limits";
import type { AmaSettings, IbsFilter } from "@/lib/ama-settings";
import controls from "@/lib/ui/controls.module.css";
import entry from "@/lib/ui/entry.module.css";
import { SelectField } from "@/lib/ui/fields";
import { LimitedNumber } from "@/lib/ui/limited-number";
import type { AmaField, IbsField } from "./ama-fields";
import styles from "./signals.module.css";

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
        <label className={styles.switch}>
          <input
            type="checkbox"
            checked={field.get(settings)}
            onChange={(event) => onChange(field.set(settings, event.target.checked))}
          />
          {field.label}
        </label>
      );
    case "choice":
      return (
        // biome-ignore lint/a11y/noLabelWithoutControl: the select is the label's control
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

/** A whole number from 0 to 100; anything else is ignored as it is typed, nothing switches the filter off. */
function IbsInput({ field, settings, onChange }: Props<IbsField>) {
  const id = useId();
  const { enabled, threshold } = field.get(settings);
  const type = (text: string) => {
    const filter = readIbs(text);
    if (filter) onChange(field.set(settings, filter));
  };
  return (
    <div className={entry.entry}>
      <label htmlFor={id}>{field.label}</label>
      <input
        id={id}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        className={controls.field}
        placeholder="-1"
        value={enabled && threshold >= 0 ? threshold : ""}
        aria-describedby={`${id}-limits`}
        onChange={(event) => type(event.target.value)}
      />
      <span id={`${id}-limits`} className={entry.limits}>
        {`0 to ${HIGHEST_IBS}, empty is off`}
      </span>
    </div>
  );
}

function readIbs(text: string): IbsFilter | null {
  if (text === "") return { enabled: false, threshold: -1 };
  const threshold = Number(text);
  return /^\d{1,3}$/.test(text) && threshold <= HIGHEST_IBS ? { enabled: true, threshold } : null;
}
