import InputBase from "@mui/material/InputBase";
import NativeSelect from "@mui/material/NativeSelect";
import {
  type InputHTMLAttributes,
  memo,
  type Ref,
  type SelectHTMLAttributes,
  useId,
  useLayoutEffect,
  useRef,
} from "react";

const INPUT = <InputBase />;

export interface Choice {
  value: string;
  label: string;
}

export interface SelectProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, "onChange" | "value"> {
  value?: string;
  choices: readonly Choice[];
  /** The first choice, which means no value; left out where there must be one. */
  emptyLabel?: string;
  onChoose: (value: string) => void;
}

/** The browser finds the chosen one among thousands: React would look through them at every commit. */
export function SelectField({ choices, emptyLabel, onChoose, className, value = "", ...props }: SelectProps) {
  const select = useRef<HTMLSelectElement>(null);
  useLayoutEffect(() => {
    if (select.current) select.current.value = value;
  });
  return (
    <NativeSelect
      input={INPUT}
      inputRef={select}
      inputProps={props}
      className={className ?? ""}
      onChange={({ target }) => {
        const chosen = target.value;
        target.value = value;
        onChoose(chosen);
      }}
    >
      {emptyLabel !== undefined && <option value="">{emptyLabel}</option>}
      <Options choices={choices} />
    </NativeSelect>
  );
}

/** A select under its label. */
export function LabelledSelect({ label, className, ...select }: SelectProps & { label: string }) {
  const id = useId();
  return (
    <div className={className}>
      <label htmlFor={id}>{label}</label>
      <SelectField id={id} {...select} />
    </div>
  );
}

/** Thousands of choices render again only where the list itself is another. */
export const Options = memo(function Options({ choices }: Pick<SelectProps, "choices">) {
  return choices.map((choice) => (
    <option key={choice.value} value={choice.value}>
      {choice.label}
    </option>
  ));
});

/** A line of text; `aria-invalid` marks it. */
export function TextField(props: InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }) {
  return <InputBase error={props["aria-invalid"] === true} slotProps={{ input: props }} />;
}
