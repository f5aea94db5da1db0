import { useId, useState } from "react";
import { HIGHEST_IBS, readWithin } from "@/lib/ama-limits";
import type { AmaSettings, IbsFilter } from "@/lib/ama-settings";
import { SelectField } from "@/lib/ui/fields";
import type { AmaField, IbsField, NumberField } from "./ama-fields";
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
        <label className={styles.entry}>
          <span>{field.label}</span>
          <SelectField
            choices={field.choices}
            value={field.get(settings)}
            onChoose={(value) => onChange(field.set(settings, value))}
          />
        </label>
      );
    case "number":
      return <NumberInput {...{ field, settings, onChange }} />;
    case "ibs":
      return <IbsInput {...{ field, settings, onChange }} />;
  }
}

/** Takes effect as soon as it is within its limits; left outside them it becomes its fallback. */
function NumberInput({ field, settings, onChange }: Props<NumberField>) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const { min, max, step, fallback } = field.limits;
  const isWrong = typed !== null && readWithin(typed, field.limits) === null;
  const type = (text: string) => {
    setTyped(text);
    const value = readWithin(text, field.limits);
    if (value !== null) onChange(field.set(settings, value));
  };
  const leave = () => {
    if (isWrong) onChange(field.set(settings, fallback));
    setTyped(null);
  };
  return (
    <div className={styles.entry}>
      <label htmlFor={id}>{field.label}</label>
      <input
        id={id}
        type="number"
        className={styles.number}
        {...{ min, max, step }}
        placeholder={String(fallback)}
        value={typed ?? field.get(settings)}
        aria-invalid={isWrong}
        aria-describedby={`${id}-limits`}
        onChange={(event) => type(event.target.value)}
        onBlur={leave}
      />
      <span id={`${id}-limits`} className={styles.limits}>
        {`${min} to ${max}${isWrong ? `, else ${fallback}` : ""}`}
      </span>
    </div>
  );
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
    <div className={styles.entry}>
      <label htmlFor={id}>{field.label}</label>
      <input
        id={id}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        className={styles.number}
        placeholder="-1"
        value={enabled && threshold >= 0 ? threshold : ""}
        aria-describedby={`${id}-limits`}
        onChange={(event) => type(event.target.value)}
      />
      <span id={`${id}-limits`} className={styles.limits}>
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
