import { type ReactNode, useId, useState } from "react";
import { baseName, laggedName, lagOf, MOST_LAG } from "@/api/feature-names";
import type { Feature } from "@/api/generated";
import { selectTier } from "@/api/session/session-slice";
import { NumberField, PlainSelect } from "@/kit/fields/plain-fields";
import { useAppSelector } from "@/lib/state/hooks";
import { type Condition, MOST_FIRST_IN, stateWords } from "@/question/filters";
import { Closer } from "../card/closer";
import { type Draft, patched } from "../card/filter-draft";
import { FilterInputs } from "../card/filter-inputs";
import styles from "./filter-editor.module.css";
import type { Taken } from "./group-edits";

interface Props {
  condition: Condition;
  feature: Feature;
  /** The accessible name of the fields. */
  label: string;
  taken?: Taken;
  onEdit: (condition: Condition) => void;
}

/** The fields of one condition: those of its card, the session it asks of, and whether it is the first time in some. */
export function ConditionFields({ condition, feature, label, taken, onEdit }: Props) {
  const draft: Draft = {
    filter: condition,
    status: "pending",
    edit: (patch) => onEdit(patched(condition, patch)),
  };
  const lag = lagOf(condition.feature);
  const words = stateWords(condition);
  return (
    <>
      <FilterInputs {...{ feature, draft, label }} offersByBar={feature.by_bar_safe && lag === 0} />
      <div className={styles.more}>
        <LagSelect {...{ condition, feature, label, onEdit }} {...(taken && { taken })} />
        <FirstIn draft={draft} label={label} />
      </div>
      {words && (
        <Note>
          {words} <Closer feature={feature} filter={condition} edit={draft.edit} />
        </Note>
      )}
    </>
  );
}

/** A sentence next to the fields it is about. */
export const Note = ({ children }: { children: ReactNode }) => (
  <p className={styles.note} role="status">
    {children}
  </p>
);

const LAGS = Array.from({ length: MOST_LAG + 1 }, (_, lag) => ({
  value: String(lag),
  label: lag < 2 ? (["Today", "Previous day"][lag] ?? "") : `${lag} days before`,
}));

/** The session of a condition; with a bar it is today's alone. */
function LagSelect({ condition, feature, label, taken, onEdit }: Props) {
  const tier = useAppSelector(selectTier);
  const [refused, setRefused] = useState<string | null>(null);
  const lag = lagOf(condition.feature);
  if (!feature.has_prev_twin || (tier === "lite" && lag === 0)) return null;
  const choose = (value: string) => {
    const name = laggedName(baseName(condition.feature), Number(value));
    const isTaken = taken?.has(name) === true && name !== condition.feature;
    setRefused(isTaken ? (LAGS[Number(value)]?.label ?? null) : null);
    if (isTaken) return;
    const today = { ...condition, feature: name };
    onEdit(value === "0" ? today : patched(today, { by_bar: null, unread: { by_bar: undefined } }));
  };
  return (
    <>
      <PlainSelect aria-label={`${label} day`} value={String(lag)} choices={LAGS} onChoose={choose} />
      {refused && (
        <Note>
          There is a filter on {feature.displayName} with “{refused}” already: change that one, or choose
          another day.
        </Note>
      )}
    </>
  );
}

function FirstIn({ draft: { filter, edit }, label }: { draft: Draft; label: string }) {
  const hint = useId();
  const read = (days: number | null, text: string | undefined) => {
    const isCount = days === null || (Number.isInteger(days) && days >= 1 && days <= MOST_FIRST_IN);
    if (isCount) edit({ first_in: days, unread: { first_in: text } });
    else edit({ first_in: null, unread: { first_in: String(days) } });
  };
  return (
    <div
      className={styles.firstIn}
      title={`True today and on none of so many sessions before (1 to ${MOST_FIRST_IN})`}
    >
      <span aria-hidden="true">first time in</span>
      <NumberField
        aria-label={`${label} first time in days`}
        aria-describedby={hint}
        placeholder="–"
        value={filter.first_in ?? null}
        unread={filter.unread?.first_in}
        onNumber={read}
      />
      <span aria-hidden="true">days</span>
      <span id={hint} className="visually-hidden">
        Holds today and on none of so many sessions before, 1 to {MOST_FIRST_IN}
      </span>
    </div>
  );
}
