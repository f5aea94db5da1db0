export const loadFailed = (reason: string) => `Failed to load chart data: ${reason}`;
export const NO_CHART_DATA = "No chart data available for the selected filters.";
