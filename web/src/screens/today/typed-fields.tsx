import { useEffect, useEffectEvent, useId, useState } from "react";
import { HOUR, noteOf, readPrice, TYPED_FIELDS, type Typed, type TypedField } from "@/address/typed";
import type { NextNote } from "@/api/generated";
import { TextField } from "@/kit/fields/fields";
import { sameJson } from "@/lib/storage/json";
import styles from "./next.module.css";

/** How long the field rests before its value is requested. */
const PAUSE_MS = 500;

const NAMES: Record<TypedField, string> = {
  open: "Open",
  gxh: "Globex high",
  gxl: "Globex low",
  orh: "First hour high",
  orl: "First hour low",
  orc: "First hour close",
};
const NIGHT: readonly TypedField[] = ["open", "gxh", "gxl"];

type Texts = Partial<Record<TypedField, string>>;

interface Props {
  typed: Typed;
  notes: readonly NextNote[];
  /** Whether an answer is on its way. */
  isAsking: boolean;
  /** The field that is typed into; null once its number is done. */
  onTyping: (field: TypedField | null) => void;
  onType: (typed: Typed) => void;
}

/** The numbers of the day so far, typed; one whose text is no number is not asked. */
export function TypedFields({ typed, notes, isAsking, onTyping, onType }: Props) {
  const hourId = useId();
  const [texts, setTexts] = useState<Texts>({});
  const [isHourOpen, setHourOpen] = useState(HOUR.some((field) => typed[field] !== undefined));
  const send = useEffectEvent((isDone: boolean) => {
    const next = typedIn(texts, typed, isDone);
    if (!sameJson(next, typed)) onType(next);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: typing restarts the pause
  useEffect(() => {
    const timer = setTimeout(() => send(false), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [texts]);
  const hourNote = noteOf("orh", notes) ?? null;
  const field = (name: TypedField) => (
    <PriceField
      key={name}
      name={NAMES[name]}
      text={texts[name] ?? (typed[name] === undefined ? "" : String(typed[name]))}
      note={HOUR.includes(name) ? null : (noteOf(name, notes) ?? null)}
      around={HOUR.includes(name) && hourNote !== null ? hourId : null}
      onText={(text) => {
        setTexts((before) => ({ ...before, [name]: text }));
        onTyping(name);
      }}
      onDone={() => {
        send(true);
        onTyping(null);
      }}
    />
  );
  const isWaiting = !sameJson(typedIn(texts, typed, false), typed);
  const hasAny = TYPED_FIELDS.some((name) => typed[name] !== undefined || texts[name]);
  return (
    <fieldset className={styles.typed}>
      <legend>Your numbers</legend>
      {NIGHT.map(field)}
      <details open={isHourOpen} onToggle={(event) => setHourOpen(event.currentTarget.open)}>
        <summary>First hour</summary>
        <div className={styles.hour}>{HOUR.map(field)}</div>
        <p id={hourId} className={styles.told} aria-live="polite">
          {hourNote}
        </p>
      </details>
      <p role="status" className={styles.working}>
        {(isAsking || isWaiting) && "Working out what is known…"}
      </p>
      {hasAny && (
        <button
          type="button"
          className={styles.empty}
          onClick={() => {
            setTexts({});
            onType({});
          }}
        >
          Empty the fields
        </button>
      )}
    </fieldset>
  );
}

/** The numbers of the fields; while it is typed, what is no number leaves the one before it. */
function typedIn(texts: Texts, before: Typed, isDone: boolean): Typed {
  const found: Typed = {};
  for (const field of TYPED_FIELDS) {
    const text = texts[field];
    const price = text === undefined ? before[field] : readPrice(text);
    const own = price === undefined && !isDone ? before[field] : price;
    if (typeof own === "number") found[field] = own;
  }
  return found;
}

interface FieldProps {
  name: string;
  text: string;
  note: string | null;
  /** The id of what is wrong with the number and others around it; null where nothing is. */
  around: string | null;
  onText: (text: string) => void;
  onDone: () => void;
}

function PriceField({ name, text, note, around, onText, onDone }: FieldProps) {
  const id = useId();
  const isUnread = readPrice(text) === undefined;
  const told = isUnread ? "Not a price, such as 6812.25." : note;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{name}</label>
      <TextField
        id={id}
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="done"
        value={text}
        aria-invalid={told !== null || around !== null}
        aria-describedby={around ? `${id}-note ${around}` : `${id}-note`}
        onChange={({ target }) => onText(target.value)}
        onBlur={onDone}
        onKeyDown={({ key }) => key === "Enter" && onDone()}
      />
      <p id={`${id}-note`} className={styles.told} aria-live="polite">
        {told}
      </p>
    </div>
  );
}
