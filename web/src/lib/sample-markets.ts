/** The symbols of sample data, as the service names them. */
export const SAMPLE_MARKET = "DEMO";
export const COIN_MARKET = "DEMO-COIN";

export const NOTHING_TO_FIND = "every bar of the sample turned by a coin. There is nothing to find.";
