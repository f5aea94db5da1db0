import { AdrPoints, isOfAdr } from "@/kit/adr-points";
import { NumberField, PlainSelect } from "@/kit/fields/plain-fields";
import { ALL_OPERATORS, isListOperator, LAST_BAR, OPERATORS, type Operator } from "@/question/filters";
import styles from "./filter-card.module.css";
import { inputKind } from "./input-kind";
import { type InputProps, VALUE_INPUTS } from "./value-inputs";

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
