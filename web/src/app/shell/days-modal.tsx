import { useChartsAllowed } from "@/api/catalogue";
import { DaysSheet } from "@/features/days/days-sheet";
import { ExportButtons } from "@/features/export/export-buttons";
import type { ModalProps } from "./modals";

/** Where the list of days, its exports and the way to a day's chart meet. */
export default function DaysModal({ onClose }: ModalProps) {
  return (
    <DaysSheet
      onClose={onClose}
      hasCharts={useChartsAllowed()}
      renderExport={(asked) => <ExportButtons asked={asked} what="days" />}
    />
  );
}
