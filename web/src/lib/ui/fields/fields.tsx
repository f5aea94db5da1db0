import InputBase from "@mui/material/InputBase";
import NativeSelect from "@mui/material/NativeSelect";
import { type InputHTMLAttributes, memo, type Ref, type SelectHTMLAttributes } from "react";

const INPUT = <InputBase />;

export interface Choice {
  value: string;
  label: string;
}

export interface SelectProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, "onChange"> {
  choices: readonly Choice[];
  /** The first choice, which stands for no value; left out where there must be one. */
  emptyLabel?: string;
  onChoose: (value: string) => void;
}

export function SelectField({ choices, emptyLabel, onChoose, className, ...props }: SelectProps) {
  return (
    <NativeSelect
      input={INPUT}
      inputProps={props}
      className={className ?? ""}
      onChange={(event) => onChoose(event.target.value)}
    >
      {emptyLabel !== undefined && <option value="">{emptyLabel}</option>}
      <Options choices={choices} />
    </NativeSelect>
  );
}

/** Thousands of choices are drawn anew only where the list itself is another. */
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
