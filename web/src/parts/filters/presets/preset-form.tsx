import { type FormEvent, type KeyboardEvent, useRef, useState } from "react";
import { useKept } from "@/kept/kept";
import { keptPresets, LONGEST_PRESET_NAME } from "@/kept/saved-filters";
import { Button } from "@/kit/button";
import { TextField } from "@/kit/fields/fields";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { selectActive } from "@/question/filters-slice";
import { savePreset } from "./presets";
import styles from "./saved-filters.module.css";

/** A name for the active filters; Enter saves, Escape closes the menu, a taken name asks first. */
export function PresetForm() {
  const dispatch = useAppDispatch();
  const [text, setText] = useState("");
  const [isAsking, setAsking] = useState(false);
  const { value: presets } = useKept(keptPresets);
  const hasFilters = useAppSelector(selectActive).length > 0;
  const name = text.trim();
  const field = useRef<HTMLInputElement>(null);
  const answered = () => {
    setAsking(false);
    field.current?.focus();
  };
  const save = () => {
    dispatch(savePreset(name));
    setText("");
    answered();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name === "" || !hasFilters) return;
    if (Object.hasOwn(presets, name)) setAsking(true);
    else save();
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextField
        ref={field}
        aria-label="Preset name"
        placeholder="Name for the active filters"
        maxLength={LONGEST_PRESET_NAME}
        autoComplete="off"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAsking(false);
        }}
      />
      <Button type="submit" look="primary" disabled={name === "" || !hasFilters}>
        Save
      </Button>
      {!hasFilters && <p className={styles.none}>Apply your filters, then save them.</p>}
      {isAsking && (
        <Question
          question={`There is a preset named ${name}. Overwrite it?`}
          answer="Overwrite"
          onConfirm={save}
          onCancel={answered}
        />
      )}
    </form>
  );
}

interface QuestionProps {
  question: string;
  /** The word of the button that goes through with it. */
  answer: string;
  onConfirm: () => void;
  onCancel: () => void;
}

/** A question in place, with the answer that acts focused; Escape takes it back. */
export function Question({ question, answer, onConfirm, onCancel }: QuestionProps) {
  const cancelOnEscape = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    onCancel();
  };
  return (
    <div role="alertdialog" aria-label={question} className={styles.question} onKeyDown={cancelOnEscape}>
      <p>{question}</p>
      <Button autoFocus onClick={onConfirm}>
        {answer}
      </Button>
      <Button look="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
