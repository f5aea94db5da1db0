import { useSummary } from "@/api/catalogue";
import { DateButton } from "@/lib/ui/fields/date-button";
import type { ValueInputProps } from "./filter-inputs";

const dateOf = (part: unknown) => (typeof part === "string" && part !== "" ? part : null);

export function DateInput({ operator, value, label, onChange }: ValueInputProps) {
  const { data } = useSummary();
  const [min, max] = [data?.min_date ?? "2015-01-01", data?.max_date ?? "2099-12-31"];
  if (operator !== "range") {
    return (
      <DateButton
        asField
        {...{ min, max }}
        label={`${label} value`}
        value={dateOf(value)}
        onPick={onChange}
      />
    );
  }
  const [from, to] = Array.isArray(value) ? value.map(dateOf) : [];
  return (
    <>
      <DateButton
        asField
        label={`${label} from`}
        emptyLabel="From"
        value={from ?? null}
        min={min}
        max={to ?? max}
        onPick={(date) => onChange([date, to ?? null])}
      />
      <DateButton
        asField
        label={`${label} to`}
        emptyLabel="To"
        value={to ?? null}
        min={from ?? min}
        max={max}
        onPick={(date) => onChange([from ?? null, date])}
      />
    </>
  );
}
