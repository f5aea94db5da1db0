export const METHODS_TITLE = "Understanding Our Statistical Methods";
export const CATALOGUE_EDGES = "Edges of the catalogue";
export const SHARE = "Share, p = x / n";
export const LIMITS = "Lower and upper limit";
