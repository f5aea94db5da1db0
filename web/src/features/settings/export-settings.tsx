import { useId } from "react";
import { flags } from "@/lib/flags";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { SelectField } from "@/lib/ui/fields/fields";
import styles from "./settings.module.css";
import { SettingsSection } from "./settings-section";
import { EXPORT_FORMATS, exportFormatChosen, selectExportFormat } from "./state/preferences-slice";

const LABELS = { csv: "CSV", xlsx: "Excel", pdf: "PDF" };
const CHOICES = EXPORT_FORMATS.filter((format) => format !== "pdf" || flags.pdfExport).map((format) => ({
  value: format,
  label: LABELS[format],
}));

/** The format an export offers first. */
export function ExportSettings() {
  const id = useId();
  const dispatch = useAppDispatch();
  const format = useAppSelector(selectExportFormat);
  const choose = (value: string) => {
    const chosen = EXPORT_FORMATS.find((each) => each === value);
    if (chosen) dispatch(exportFormatChosen(chosen));
  };
  return (
    <SettingsSection title="Export">
      <div className={styles.field}>
        <label htmlFor={id}>Export format offered first</label>
        <SelectField id={id} value={format} choices={CHOICES} onChoose={choose} />
      </div>
    </SettingsSection>
  );
}
