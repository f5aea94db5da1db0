import { useSummary } from "@/api/catalogue";
import { SelectField } from "@/kit/fields/fields";
import { useAppDispatch } from "@/lib/state/hooks";
import { symbolChosen } from "@/lib/state/ui-slice";
import styles from "./scope.module.css";

/** The instrument, chosen where there are several. */
export function SymbolChoice() {
  const dispatch = useAppDispatch();
  const { data } = useSummary();
  if (!data) return null;
  const { symbols, snapshot } = data;
  if (symbols.length < 2) return <span className={styles.symbol}>{snapshot.symbol}</span>;
  return (
    <SelectField
      className={styles.symbols ?? ""}
      aria-label="Instrument"
      value={snapshot.symbol}
      choices={symbols.map((symbol) => ({ value: symbol, label: symbol }))}
      onChoose={(symbol) => dispatch(symbolChosen(symbol))}
    />
  );
}
