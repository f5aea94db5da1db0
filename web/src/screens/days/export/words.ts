export const LEAD =
  "Save the days that match the active filters, or the statistics of the open cards, as a file.";
/** What a build without exports shows. */
export const NO_EXPORTS = "Export functionality for CSV, Excel, and PDF will be available here.";
