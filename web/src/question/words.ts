/** Before the names of filters that this catalogue has no use for. */
export const KEPT_ASIDE = "Not available here, kept aside";

/** The title of the screen of days alike, and what leads to it. */
export const DAYS_LIKE = "Days like this one";

export const NO_DAY_MATCHES = "No day matches the filters.";
