import InputBase, { type InputBaseProps } from "@mui/material/InputBase";
import { LONGEST_TEXT } from "@/kept/drawings/drawings";

interface Props extends Omit<InputBaseProps, "onBlur"> {
  label: string;
  /** What it says so far. */
  before: string;
  /** Called with what was written, or nothing. */
  onWrite: (text: string) => void;
}

/** Where a text is written: Enter or leaving keeps it, Escape drops it. */
export function TextEntry({ label, before, onWrite, ...props }: Props) {
  return (
    <InputBase
      {...props}
      defaultValue={before}
      inputProps={{ "aria-label": label, maxLength: LONGEST_TEXT }}
      onBlur={({ target }) => onWrite(target.value.trim())}
      onKeyDown={({ key, currentTarget }) => {
        if (key === "Escape") currentTarget.value = "";
        if (key === "Escape" || key === "Enter") currentTarget.blur();
      }}
    />
  );
}
