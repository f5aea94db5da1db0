import type { ReactNode } from "react";
import { symbolArg, useSummary } from "@/api/catalogue";
import { type Feature, useValuesQuery } from "@/api/generated";
import { AdrPoints, isOfAdr } from "@/kit/adr-points";
import { DateButton } from "@/kit/fields/date-button";
import type { Choice } from "@/kit/fields/fields";
import { MultiSelect } from "@/kit/fields/multi-select";
import { NumberField, PlainSelect } from "@/kit/fields/plain-fields";
import { useAppSelector } from "@/lib/state/hooks";
import {
  ALL_OPERATORS,
  isListOperator,
  isRangeOperator,
  LAST_BAR,
  OPERATORS,
  type Operator,
  type Scalar,
} from "@/question/filters";
import { valueWords } from "@/question/value-words";
import styles from "./filter-card.module.css";
import type { Draft } from "./filter-draft";
import { boundHint, boundsOf, type InputKind, inputKind } from "./input-kind";

interface InputProps {
  feature: Feature;
  draft: Draft;
  /** What the inputs are called to those who do not see the card. */
  label: string;
}

export function FilterInputs({ offersByBar, ...props }: InputProps & { offersByBar: boolean }) {
  const { feature, draft, label } = props;
  const { operator } = draft.filter;
  const own = feature.ui_schema.filter_component.operators;
  const operators = own.length > 0 ? own : ALL_OPERATORS.filter((each) => !isListOperator(each));
  const kind = inputKind(feature);
  const ValueInput = VALUE_INPUTS[kind];
  const isWide = OPERATORS[operator].takes !== "value";
  return (
    <div className={styles.inputs}>
      {kind !== "boolean" && (
        <PlainSelect
          className={styles.operator ?? ""}
          aria-label={`${label} operator`}
          value={operator}
          choices={operators.map((value) => ({ value, label: OPERATORS[value].words }))}
          onChoose={(chosen) => draft.edit({ operator: chosen as Operator })}
        />
      )}
      <div className={isWide ? styles.wideValue : styles.value}>
        <ValueInput {...props} />
      </div>
      {offersByBar && <ByBar {...props} />}
      {isOfAdr(feature) && <AdrPoints percents={[draft.filter.value].flat()} />}
    </div>
  );
}

function ByBar({ draft: { filter, edit }, label }: InputProps) {
  const read = (bar: number | null, text: string | undefined) => {
    const isBar = bar === null || (Number.isInteger(bar) && bar >= 1 && bar <= LAST_BAR);
    if (isBar) edit({ by_bar: bar, unread: { by_bar: text } });
    else edit({ by_bar: null, unread: { by_bar: String(bar) } });
  };
  return (
    <div className={styles.byBar} title={`Read as known at the close of this bar (1 to ${LAST_BAR})`}>
      <span aria-hidden="true">by</span>
      <NumberField
        aria-label={`${label} by bar`}
        placeholder="bar"
        value={filter.by_bar ?? null}
        unread={filter.unread?.by_bar}
        onNumber={read}
      />
    </div>
  );
}

/** What a feature's value is entered by; each input draws the fields that hold the value's parts. */
const VALUE_INPUTS: Record<InputKind, (props: InputProps) => ReactNode> = {
  boolean: BooleanInput,
  enum: EnumInput,
  values: OccurringInput,
  date: DateInput,
  number: NumberInput,
};

const NAMES = { value: "value", low: "minimum", high: "maximum" };

/** A value's fields: one, or a range's two ends. */
function partsOf({ filter: { operator, value, unread }, edit }: Draft) {
  const parts = [value].flat();
  const isRange = isRangeOperator(operator);
  const ends = isRange ? (["low", "high"] as const) : (["value"] as const);
  return ends.map((end, at) => ({
    end,
    part: parts[at] ?? null,
    unread: unread?.[end],
    put: (next: Scalar | null, text?: string) =>
      edit({ value: isRange ? parts.with(at, next) : next, unread: { [end]: text } }),
  }));
}

function NumberInput({ feature, draft, label }: InputProps) {
  const { low, high } = boundsOf(feature);
  const value = feature.ui_schema.filter_component.placeholder ?? "Value";
  const hints = { value, low: boundHint("Min", low), high: boundHint("Max", high) };
  return partsOf(draft).map(({ end, part, unread, put }) => (
    <NumberField
      key={end}
      aria-label={`${label} ${NAMES[end]}`}
      title={end === "value" ? undefined : hints[end]}
      placeholder={hints[end]}
      value={typeof part === "number" ? part : null}
      unread={unread}
      onNumber={put}
    />
  ));
}

function BooleanInput({ draft: { filter, edit }, label }: InputProps) {
  return (
    <fieldset className={styles.segments} aria-label={`${label} value`}>
      {[true, false].map((choice) => (
        <button
          key={String(choice)}
          type="button"
          className={styles.segment}
          aria-pressed={filter.value === choice}
          onClick={() => edit({ value: filter.value === choice ? null : choice })}
        >
          {choice ? "True" : "False"}
        </button>
      ))}
    </fieldset>
  );
}

const DATES = {
  value: { name: "value", emptyLabel: "MM/dd/yyyy" },
  low: { name: "from", emptyLabel: "From" },
  high: { name: "to", emptyLabel: "To" },
};
const dateOf = (part: unknown) => (typeof part === "string" && part !== "" ? part : null);

function DateInput({ draft, label }: InputProps) {
  const { data } = useSummary();
  return partsOf(draft).map(({ end, part, put }, at, parts) => {
    const otherEnd = dateOf(parts[1 - at]?.part);
    const { name, emptyLabel } = DATES[end];
    return (
      <DateButton
        key={end}
        asField
        label={`${label} ${name}`}
        emptyLabel={emptyLabel}
        value={dateOf(part)}
        min={(end === "high" && otherEnd) || (data?.min_date ?? "2015-01-01")}
        max={(end === "low" && otherEnd) || (data?.max_date ?? "2099-12-31")}
        onPick={put}
      />
    );
  });
}

function EnumInput(props: InputProps) {
  const values = props.feature.ui_schema.filter_component.validation.enum ?? [];
  const choices = values.map((value) => ({ value, label: valueWords(value, props.feature) }));
  return choiceFields(props, choices, String);
}

/** Bars and counts are chosen from the values that occur in the data, and those already chosen. */
function OccurringInput(props: InputProps) {
  const { feature, draft } = props;
  const symbol = useAppSelector(({ ui }) => ui.symbol);
  const { data } = useValuesQuery({ name: feature.name, ...symbolArg(symbol) });
  const chosen = [draft.filter.value].flat().filter((part) => typeof part === "number");
  const values = [...new Set([...(data?.values ?? []), ...chosen])].sort((a, b) => a - b);
  const choices = values.map((value) => ({ value: String(value), label: valueWords(value, feature) }));
  return choiceFields(props, choices, Number);
}

const ANY = { value: "Any", low: "Min", high: "Max" };
const shown = (part: Scalar | null) => String(part ?? "");

function choiceFields(
  { feature, draft, label }: InputProps,
  choices: readonly Choice[],
  read: (text: string) => Scalar,
) {
  const { operator, value } = draft.filter;
  if (isListOperator(operator)) {
    return (
      <MultiSelect
        {...{ choices, label }}
        {...(feature.name === "weekday" && { countedNoun: "day(s)" })}
        selected={[value].flat().map(shown)}
        onChange={(next) => draft.edit({ value: next.map(read) })}
      />
    );
  }
  return partsOf(draft).map(({ end, part, put }) => (
    <PlainSelect
      key={end}
      aria-label={`${label} ${NAMES[end]}`}
      emptyLabel={ANY[end]}
      value={shown(part)}
      choices={choices}
      onChoose={(text) => put(text === "" ? null : read(text))}
    />
  ));
}
