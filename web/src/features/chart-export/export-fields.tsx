import InputBase from "@mui/material/InputBase";
import { useId } from "react";
import { Check } from "@/lib/ui/fields/check";
import { TextField } from "@/lib/ui/fields/fields";
import styles from "./export.module.css";
import { NOTE_LINES, wrapNotes } from "./wrap-notes";

/** What a person chooses for an exported chart. */
export interface ExportOptions {
  filename: string;
  withFilters: boolean;
  withTime: boolean;
  notes: string;
}

export const firstOptions: ExportOptions = { filename: "", withFilters: true, withTime: true, notes: "" };

const LONGEST_NAME = 120;
const LONGEST_NOTES = 2000;

interface Props {
  options: ExportOptions;
  onChange: (options: ExportOptions) => void;
}

export function ExportFields({ options, onChange }: Props) {
  const id = useId();
  const lines = wrapNotes(options.notes).length;
  const put = (change: Partial<ExportOptions>) => onChange({ ...options, ...change });
  return (
    <>
      <label className={styles.field}>
        Filename
        <TextField
          autoComplete="off"
          spellCheck={false}
          maxLength={LONGEST_NAME}
          value={options.filename}
          onChange={(event) => put({ filename: event.target.value })}
        />
      </label>
      <Check
        label="Include filter context"
        checked={options.withFilters}
        onChange={(isOn) => put({ withFilters: isOn })}
      />
      <Check
        label="Include generation timestamp"
        checked={options.withTime}
        onChange={(isOn) => put({ withTime: isOn })}
      />
      <label className={styles.field}>
        Analysis notes
        <InputBase
          multiline
          rows={5}
          slotProps={{ input: { maxLength: LONGEST_NOTES, "aria-describedby": id } }}
          value={options.notes}
          onChange={(event) => put({ notes: event.target.value })}
        />
      </label>
      <p id={id} className={styles.note}>{`${lines} of ${NOTE_LINES} lines; more is cut`}</p>
    </>
  );
}
