export const METHODS_TITLE = "Understanding Our Statistical Methods";
export const CATALOGUE_EDGES = "Edges of the catalogue";
export const SHARE = "Share, p = x / n";
export const LIMITS = "Lower and upper limit";
export const VERDICTS = "What the card says";
export const MARKET = "Market";
export const LARGEST = "The three largest differences";
export const NO_COIN_MARKET = "This service has no DEMO-COIN: make demo has it beside the sample.";
