import { useChartsAllowed } from "@/api/catalogue";
import { DaysSheet } from "@/parts/days/days-sheet";
import { ExportButtons } from "@/parts/days/export-buttons";
import { AddToList } from "@/parts/lists/add-to-list";
import type { ModalProps } from "./modals";

/** Where the list of days, its exports and the way to a day's chart meet. */
export default function DaysModal({ onClose }: ModalProps) {
  return (
    <DaysSheet
      onClose={onClose}
      hasCharts={useChartsAllowed()}
      renderAdd={(days) => (
        <AddToList dates={days?.rows.map(({ session_date }) => String(session_date)) ?? []} />
      )}
      renderExport={(asked) => <ExportButtons request={asked} what="days" />}
    />
  );
}
