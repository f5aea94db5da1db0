import { symbolArg } from "@/api/catalogue";
import { type Feature, useValuesQuery } from "@/api/generated";
import { useAppSelector } from "@/lib/state/hooks";
import { selectSymbol } from "@/lib/state/ui-slice";
import type { Choice } from "@/lib/ui/fields/fields";
import { MultiSelect } from "@/lib/ui/fields/multi-select";
import { PlainSelect } from "@/lib/ui/fields/plain-fields";
import { valueWords } from "../state/filter-words";
import { isListOperator, type Scalar } from "../state/filters";
import type { ValueInputProps } from "./filter-inputs";

const parsed = (text: string) => (text === "" ? null : Number(text));
const shown = (part: Scalar | null | undefined) => (part === null || part === undefined ? "" : String(part));

/** The values that occur in the data, and those already chosen. */
function useChoices(feature: Feature, chosen: readonly (Scalar | null)[]): Choice[] {
  const symbol = useAppSelector(selectSymbol);
  const { data } = useValuesQuery({ name: feature.name, ...symbolArg(symbol) });
  const values = new Set<number>();
  for (const value of [...(data?.values ?? []), ...chosen]) if (typeof value === "number") values.add(value);
  return [...values]
    .sort((a, b) => a - b)
    .map((value) => ({ value: String(value), label: valueWords(value, feature) }));
}

/** Bars and counts are chosen from the values that occur. */
export function ValuesInput({ feature, operator, value, label, onChange }: ValueInputProps) {
  const parts = Array.isArray(value) ? value : [value];
  const choices = useChoices(feature, parts);
  if (isListOperator(operator)) {
    const selected = parts.map(shown);
    return <MultiSelect {...{ choices, selected, label }} onChange={(next) => onChange(next.map(Number))} />;
  }
  if (operator !== "range") {
    return (
      <PlainSelect
        aria-label={`${label} value`}
        emptyLabel="Any"
        value={shown(parts[0])}
        choices={choices}
        onChoose={(text) => onChange(parsed(text))}
      />
    );
  }
  const [from, to] = [parts[0] ?? null, parts[1] ?? null];
  return (
    <>
      <PlainSelect
        aria-label={`${label} minimum`}
        emptyLabel="Min"
        value={shown(from)}
        choices={choices}
        onChoose={(text) => onChange([parsed(text), to])}
      />
      <PlainSelect
        aria-label={`${label} maximum`}
        emptyLabel="Max"
        value={shown(to)}
        choices={choices}
        onChoose={(text) => onChange([from, parsed(text)])}
      />
    </>
  );
}
