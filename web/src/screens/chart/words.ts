export const NO_BAR_KNOWN = "No bar is known yet, and there is no session before";
export const AS_A_TABLE = "The day as a table";
export const ONLY_FULL = "Only full sessions are held against each other";
export const STEP_BY_DATE = "Step by date";
/** In which order Previous and Next step. */
export const followsDays = (order: string) => `Previous and Next follow Days: ${order}`;
