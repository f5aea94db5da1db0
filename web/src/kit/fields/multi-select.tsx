import List from "@mui/material/List";
import { PopoverButton } from "../overlays/popover-button";
import { Check } from "./check";
import type { Choice } from "./fields";

interface Props {
  choices: readonly Choice[];
  selected: readonly string[];
  onChange: (selected: string[]) => void;
  label: string;
  /** What is counted: "N selected" or "N day(s) selected". */
  countedNoun?: string;
}

export function MultiSelect({ choices, selected, onChange, label, countedNoun }: Props) {
  const toggle = (value: string) =>
    onChange(
      choices.map((choice) => choice.value).filter((other) => selected.includes(other) !== (other === value)),
    );
  const counted = countedNoun ? `${selected.length} ${countedNoun} selected` : `${selected.length} selected`;
  return (
    <PopoverButton
      asField
      aria-label={`${label}: ${selected.length === 0 ? "any" : counted}`}
      title={label}
      label={selected.length === 0 ? "Any" : counted}
      content={() => (
        <List role="group" aria-label={label}>
          {choices.map((choice) => (
            <Check
              key={choice.value}
              label={choice.label}
              checked={selected.includes(choice.value)}
              onChange={() => toggle(choice.value)}
            />
          ))}
        </List>
      )}
    />
  );
}
