export const SAMPLE = "DEMO - made-up prices";
export const SAMPLE_NOTE = `${SAMPLE}: sample data of this program, not of a market.`;
