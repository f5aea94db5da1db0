import { type ChangeEvent, useRef } from "react";
import { Button } from "./button";
import styles from "./file-actions.module.css";

interface Props {
  /** What is written and read, as within a sentence: "presets". */
  what: string;
  isEmpty: boolean;
  onExport: () => void;
  onImport: (file: File) => void;
}

/** Write what is saved to a file, or bring it back from one. */
export function FileActions({ what, isEmpty, onExport, onImport }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    target.value = "";
    if (file) onImport(file);
  };
  return (
    <div className={styles.row}>
      <Button look="quiet" aria-label={`Export ${what} to a file`} disabled={isEmpty} onClick={onExport}>
        Export
      </Button>
      <Button look="quiet" aria-label={`Import ${what} from a file`} onClick={() => field.current?.click()}>
        Import
      </Button>
      <input
        ref={field}
        hidden
        type="file"
        accept="application/json,.json"
        aria-label={`File of ${what}`}
        onChange={choose}
      />
    </div>
  );
}
