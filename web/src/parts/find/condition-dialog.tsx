import Add from "@mui/icons-material/Add";
import { type ReactNode, useMemo, useState } from "react";
import { countOf } from "@/lib/text/format";
import type { Filter } from "@/question/filters";
import type { Conditions } from "./conditions/condition-entries";
import type { Entry } from "./entries";
import styles from "./find.module.css";
import { Palette } from "./palette";
import { typedAhead } from "./typed-ahead";

const MOST_SHOWN = 40;

interface Props {
  conditions: Conditions;
  /** Whether a condition is applied already. */
  isApplied: (filter: Filter) => boolean;
  /** Whether the conditions are still on their way. */
  isComing?: boolean;
  onAdd: (filters: readonly Filter[]) => void;
  /** Asks a feature's answer on the days of the filters, at once. */
  onAsk: (filters: readonly Filter[], outcome: string) => void;
  /** How many days the conditions leave, and the way to apply them. */
  children: ReactNode;
  onApply: () => void;
  onClose: () => void;
}

/** A field over the page that adds one condition after another: Enter adds, Escape closes, Ctrl Enter applies. */
export function ConditionDialog({
  conditions,
  isApplied,
  isComing = false,
  onAdd,
  onAsk,
  children,
  onApply,
  onClose,
}: Props) {
  const [text, setText] = useState(typedAhead.text);
  const [added, setAdded] = useState<string | null>(null);
  const isBlank = text.trim() === "";
  const { entries, isSure } = useMemo(
    () => (isBlank ? { entries: conditions.usual, isSure: true } : conditions.find(text)),
    [conditions, isBlank, text],
  );
  const found = isBlank
    ? entries.filter(({ target }) => !isSet(target, isApplied))
    : entries.slice(0, MOST_SHOWN);
  const type = (typed: string) => {
    setText(typed);
    setAdded(null);
  };
  const add = (entry: Entry) => {
    if (entry.target.kind !== "conditions") return;
    const { filters, outcome } = entry.target;
    if (outcome !== undefined) return onAsk(filters, outcome);
    onAdd(filters);
    setAdded(entry.title);
    setText("");
  };
  return (
    <Palette
      name="Add a condition"
      label="Add a condition"
      placeholder="gap up 0.3 adr, tuesday, open inside yesterday"
      icon={<Add />}
      isDense
      isSure={isSure}
      isComing={isComing}
      text={text}
      onText={type}
      found={found}
      words={added === null ? wordsOf(text, found.length, isSure) : `Added: ${added}`}
      foot={<div className={styles.applied}>{children}</div>}
      onFinish={onApply}
      onChoose={add}
      onClose={onClose}
    />
  );
}

function isSet(target: Entry["target"], isAsked: Props["isApplied"]): boolean {
  return target.kind === "conditions" && target.filters.every(isAsked);
}

function wordsOf(text: string, count: number, isSure: boolean): string {
  if (text.trim() === "") return "Usual conditions; type for any other";
  if (count === 0) return `No condition found for "${text.trim()}".`;
  return `${countOf(count, "condition")}${isSure ? "" : ": choose one by an arrow key, then Enter"}`;
}
