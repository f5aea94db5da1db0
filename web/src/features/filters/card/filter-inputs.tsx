import type { Feature } from "@/api/generated";
import { NumberField, PlainSelect } from "@/lib/ui/fields/plain-fields";
import {
  type FilterValue,
  isListOperator,
  OPERATOR_WORDS,
  type Operator,
  type Unread,
} from "../state/filters";
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
  unread?: Unread | undefined;
  label: string;
  /** `unread` tells of the fields edited which hold no number. */
  onChange: (value: FilterValue, unread?: Unread) => void;
}

export function FilterInputs({ feature, draft, label, offersByBar }: Props) {
  const { filter, edit } = draft;
  const own = feature.ui_schema.filter_component.operators;
  const operators = own.length > 0 ? own : ALL_OPERATORS;
  const isWide = filter.operator === "range" || isListOperator(filter.operator);
  return (
    <div className={styles.inputs}>
      {inputKind(feature) !== "boolean" && (
        <PlainSelect
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
          unread={filter.unread}
          label={label}
          onChange={(value, unread = {}) => edit({ value, unread })}
        />
      </div>
      {offersByBar && (
        <ByBar
          label={label}
          value={filter.by_bar ?? null}
          unread={filter.unread?.by_bar}
          onChange={(by_bar, text) => edit({ by_bar, unread: { by_bar: text } })}
        />
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
    <fieldset className={styles.segments} aria-label={`${label} value`}>
      {[true, false].map((choice) => (
        <button
          key={String(choice)}
          type="button"
          className={styles.segment}
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
  unread: string | undefined;
  onChange: (bar: number | null, unread: string | undefined) => void;
}

function ByBar({ label, value, unread, onChange }: ByBarProps) {
  const read = (bar: number | null, text: string | undefined) => {
    const isBar = bar !== null && Number.isInteger(bar) && bar >= 1 && bar <= LAST_BAR;
    if (bar === null || isBar) onChange(bar, text);
    else onChange(null, String(bar));
  };
  return (
    <div className={styles.byBar} title={`Read as known at the close of this bar (1 to ${LAST_BAR})`}>
      <span aria-hidden="true">by</span>
      <NumberField
        aria-label={`${label} by bar`}
        placeholder="bar"
        value={value}
        unread={unread}
        onNumber={read}
      />
    </div>
  );
}
