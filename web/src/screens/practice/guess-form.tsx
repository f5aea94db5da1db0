import Slider from "@mui/material/Slider";
import { type KeyboardEvent, type Ref, useId, useState } from "react";
import { Button } from "@/kit/button";
import { TextField } from "@/kit/fields/fields";
import { readWithin } from "@/lib/text/number-text";
import styles from "./quiz.module.css";

const LIMITS = { min: 0, max: 100, step: 1, fallback: 0 };
const QUICK = [5, 25, 50, 75, 95];
const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };
/** Where the slider's keys begin while nothing is chosen; its thumb is hidden until then. */
const UNCHOSEN = 50;

interface Props {
  isSending: boolean;
  /** What Enter does: "Show the day". */
  action: string;
  onGuess: (probability: number) => void;
  ref: Ref<HTMLInputElement>;
}

/** A probability from 0 to 100 percent, typed, moved or picked; at first nothing is chosen. */
export function GuessForm({ isSending, action, onGuess, ref }: Props) {
  const id = useId();
  const [text, setText] = useState("");
  const guess = readWithin(text, LIMITS);
  const isWrong = text.trim() !== "" && guess === null;
  const choose = (value: number) => setText(String(value));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined || isWrong) return;
    event.preventDefault();
    choose(Math.min(LIMITS.max, Math.max(LIMITS.min, (guess ?? 0) + step)));
  };
  return (
    <form
      className={styles.guess}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (guess !== null && !isSending) onGuess(guess);
      }}
    >
      <div className={styles.typed}>
        <label htmlFor={id}>Your probability, percent</label>
        <TextField
          ref={ref}
          id={id}
          role="spinbutton"
          inputMode="numeric"
          autoComplete="off"
          value={text}
          aria-valuemin={LIMITS.min}
          aria-valuemax={LIMITS.max}
          aria-valuenow={guess ?? undefined}
          aria-valuetext={guess === null ? "nothing chosen" : `${guess}%`}
          aria-invalid={isWrong}
          aria-describedby={`${id}-limits`}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <span id={`${id}-limits`} className={styles.limits} data-wrong={isWrong}>
          a whole number, 0 to 100
        </span>
      </div>
      <div className={styles.slider} data-unchosen={guess === null}>
        <Slider
          size="small"
          aria-label="Your probability"
          getAriaValueText={(value) => (guess === null ? "nothing chosen" : `${value}%`)}
          {...LIMITS}
          value={guess ?? UNCHOSEN}
          onChange={(_, value) => choose(value)}
          onChangeCommitted={(_, value) => choose(value)}
        />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot lie in the row */}
      <div className={styles.quick} role="group" aria-label="Usual probabilities">
        {QUICK.map((value) => (
          <Button key={value} look="quiet" aria-pressed={guess === value} onClick={() => choose(value)}>
            {value}%
          </Button>
        ))}
      </div>
      <Button type="submit" look="primary" disabled={guess === null || isSending}>
        {action}
      </Button>
    </form>
  );
}
