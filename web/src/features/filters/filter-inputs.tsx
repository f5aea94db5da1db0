import type { Feature } from "@/api/generated";
import { type FilterValue, isListOperator, OPERATOR_WORDS, type Operator } from "@/lib/filters";
import controls from "@/lib/ui/controls.module.css";
import { NumberField, SelectField } from "@/lib/ui/fields";
import { DateInput } from "./date-input";
import { EnumInput } from "./enum-input";
import styles from "./filter-card.module.css";
import type { Draft } from "./filter-draft";
import { inputKind } from "./input-kind";
import { NumberInput } from "./number-input";
import { ValuesInput } from "./values-input";

const ALL_OPERATORS: Operator[] = ["=", "!=", ">", "<", ">=", "<=", "range"];
const LAST_BAR = 81;

interface Props {
  feature: Feature;
  draft: Draft;
  /** What the inputs are called to those who do not see the card. */
  label: string;
  offersByBar: boolean;
}

/** Every input of a card gets the filter's value and gives a new one. */
export interface ValueInputProps {
  feature: Feature;
  operator: Operator;
  value: FilterValue;
  label: string;
  onChange: (value: FilterValue) => void;
}

export function FilterInputs({ feature, draft, label, offersByBar }: Props) {
  const { filter, edit } = draft;
  const own = feature.ui_schema.filter_component.operators;
  const operators = own.length > 0 ? own : ALL_OPERATORS;
  const isWide = filter.operator === "range" || isListOperator(filter.operator);
  return (
    <div className={styles.inputs}>
      {inputKind(feature) !== "boolean" && (
        <SelectField
          className={styles.operator ?? ""}
          aria-label={`${label} operator`}
          value={filter.operator}
          choices={operators.map((operator) => ({ value: operator, label: OPERATOR_WORDS[operator] }))}
          onChoose={(operator) => edit({ operator: operator as Operator })}
        />
      )}
      <div className={isWide ? styles.wideValue : styles.value}>
        <ValueInput
          feature={feature}
          operator={filter.operator}
          value={filter.value}
          label={label}
          onChange={(value) => edit({ value })}
        />
      </div>
      {offersByBar && (
        <ByBar label={label} value={filter.by_bar ?? null} onChange={(by_bar) => edit({ by_bar })} />
      )}
    </div>
  );
}

function ValueInput(props: ValueInputProps) {
  switch (inputKind(props.feature)) {
    case "boolean":
      return <BooleanInput {...props} />;
    case "enum":
      return <EnumInput {...props} />;
    case "values":
      return <ValuesInput {...props} />;
    case "date":
      return <DateInput {...props} />;
    default:
      return <NumberInput {...props} />;
  }
}

function BooleanInput({ value, label, onChange }: ValueInputProps) {
  return (
    <fieldset className={`${controls.segments} ${styles.bareSet}`} aria-label={`${label} value`}>
      {[true, false].map((choice) => (
        <button
          key={String(choice)}
          type="button"
          className={controls.segment}
          aria-pressed={value === choice}
          onClick={() => onChange(value === choice ? null : choice)}
        >
          {choice ? "True" : "False"}
        </button>
      ))}
    </fieldset>
  );
}

interface ByBarProps {
  label: string;
  value: number | null;
  onChange: (bar: number | null) => void;
}

function ByBar({ label, value, onChange }: ByBarProps) {
  const accept = (bar: number | null) => {
    if (bar === null || (Number.isInteger(bar) && bar >= 1 && bar <= LAST_BAR)) onChange(bar);
  };
  return (
    <div className={styles.byBar} title={`Read as known at the close of this bar (1 to ${LAST_BAR})`}>
      <span aria-hidden="true">by</span>
      <NumberField
        aria-label={`${label} by bar`}
        inputMode="numeric"
        placeholder="bar"
        value={value}
        onNumber={accept}
      />
    </div>
  );
}
