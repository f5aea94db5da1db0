export const NO_DAYS = "No trading days match the current filter criteria. Try adjusting your filters.";
export const NO_CATEGORIES = "No categories selected. Use the sidebar to add feature categories.";
export const VIEWS = "View of the dashboard";
export const NO_ANSWER =
  "No answer is open. Add what you want to read of the days that match, or begin with:";
