import Checkbox, { type CheckboxProps } from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import type { ReactNode } from "react";

interface Props {
  label: ReactNode;
  checked: boolean;
  /** What the box is called where the label's text is not enough. */
  name?: string;
  className?: string | undefined;
  disabled?: boolean;
  onChange: (isOn: boolean) => void;
}

/** A box to tick and its label. */
export function Check({ label, checked, name, className = "", disabled = false, onChange }: Props) {
  const slotProps: CheckboxProps["slotProps"] = name ? { input: { "aria-label": name } } : {};
  return (
    <FormControlLabel
      className={className}
      label={label}
      disabled={disabled}
      control={<Checkbox {...{ checked, slotProps }} onChange={(_, isOn) => onChange(isOn)} />}
    />
  );
}
