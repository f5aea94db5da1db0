/** Before the names of filters that this catalogue has no use for. */
export const KEPT_ASIDE = "Not available here, kept aside";
