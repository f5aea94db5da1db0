export const METHODS_TITLE = "Understanding Our Statistical Methods";
export const CATALOGUE_EDGES = "Edges of the catalogue";
export const SHARE = "Share, p = x / n";
export const LIMITS = "Lower and upper limit";
export const LOWER = "Lower: less √( (p₁ − l₁)² + (u₂ − p₂)² )";
export const UPPER = "Upper: plus √( (u₁ − p₁)² + (p₂ − l₂)² )";
