import { MultiSelect } from "@/lib/ui/fields/multi-select";
import { PlainSelect } from "@/lib/ui/fields/plain-fields";
import { isListOperator } from "../state/filters";
import type { ValueInputProps } from "./filter-inputs";
import { enumChoices } from "./input-kind";

export function EnumInput({ feature, operator, value, label, onChange }: ValueInputProps) {
  const choices = enumChoices(feature);
  if (isListOperator(operator)) {
    const selected = Array.isArray(value) ? value.map(String) : [];
    const noun = feature.name === "weekday" ? { countedNoun: "day(s)" } : {};
    return <MultiSelect {...{ choices, selected, label, onChange }} {...noun} />;
  }
  return (
    <PlainSelect
      aria-label={`${label} value`}
      emptyLabel="Any"
      value={typeof value === "string" ? value : ""}
      choices={choices}
      onChoose={(next) => onChange(next === "" ? null : next)}
    />
  );
}
