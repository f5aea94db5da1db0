import { NumberField } from "@/lib/ui/fields/plain-fields";
import type { ValueInputProps } from "./filter-inputs";
import { boundHint, boundsOf } from "./input-kind";

const numberOf = (part: unknown) => (typeof part === "number" ? part : null);

export function NumberInput({ feature, operator, value, unread, label, onChange }: ValueInputProps) {
  const { low, high } = boundsOf(feature);
  if (operator !== "range") {
    return (
      <NumberField
        aria-label={`${label} value`}
        placeholder={feature.ui_schema.filter_component.placeholder ?? "Value"}
        value={numberOf(value)}
        unread={unread?.value}
        onNumber={(next, text) => onChange(next, { value: text })}
      />
    );
  }
  const [from, to] = Array.isArray(value) ? value.map(numberOf) : [];
  return (
    <>
      <NumberField
        aria-label={`${label} minimum`}
        title={boundHint("Min", low)}
        placeholder={boundHint("Min", low)}
        value={from ?? null}
        unread={unread?.low}
        onNumber={(next, low) => onChange([next, to ?? null], { low })}
      />
      <NumberField
        aria-label={`${label} maximum`}
        title={boundHint("Max", high)}
        placeholder={boundHint("Max", high)}
        value={to ?? null}
        unread={unread?.high}
        onNumber={(next, high) => onChange([from ?? null, next], { high })}
      />
    </>
  );
}
