import { useId } from "react";
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
        <input
          type="text"
          autoComplete="off"
          spellCheck={false}
          maxLength={LONGEST_NAME}
          value={options.filename}
          onChange={(event) => put({ filename: event.target.value })}
        />
      </label>
      <label className={styles.option}>
        <input
          type="checkbox"
          checked={options.withFilters}
          onChange={(event) => put({ withFilters: event.target.checked })}
        />
        Include filter context
      </label>
      <label className={styles.option}>
        <input
          type="checkbox"
          checked={options.withTime}
          onChange={(event) => put({ withTime: event.target.checked })}
        />
        Include generation timestamp
      </label>
      <label className={styles.field}>
        Analysis notes
        <textarea
          rows={5}
          maxLength={LONGEST_NOTES}
          aria-describedby={id}
          value={options.notes}
          onChange={(event) => put({ notes: event.target.value })}
        />
      </label>
      <p id={id} className={styles.note}>{`${lines} of ${NOTE_LINES} lines; more is cut`}</p>
    </>
  );
}
