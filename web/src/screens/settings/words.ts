export const LEAD =
  "Choose how the page looks and starts, what it offers first, and what it sends and keeps.";
/** What a build without settings shows. */
export const NO_SETTINGS = "Feature configuration and preferences will be managed here.";

export const USE_ACTIVE_FILTERS = "Use the active filters";
export const FIRST_FORMAT = "Export format offered first";
export const WHAT_LEAVES = "What leaves this browser";
export const NO_USAGE_EVENTS = "No usage events are sent: this service names no address for them.";
export const ERASE_ME = "Erase what is kept of me";
export const NOT_ERASED = "Not everything is erased: the service did not answer. Please try again.";
