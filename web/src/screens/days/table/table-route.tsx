import { useChartsAllowed } from "@/api/catalogue";
import { ExportButtons } from "@/parts/days/export-buttons";
import { AddToList } from "@/parts/lists/add-to-list";
import { TableView } from "./table-view";

/** Where the table of days, its exports and the way to a day's chart meet. */
export default function TableRoute() {
  return (
    <TableView
      hasCharts={useChartsAllowed()}
      renderAdd={(days) => (
        <AddToList dates={days?.rows.map(({ session_date }) => String(session_date)) ?? []} />
      )}
      renderExport={(asked) => <ExportButtons request={asked} what="days" />}
    />
  );
}
