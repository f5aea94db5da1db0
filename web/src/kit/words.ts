export const notInPlan = (what: string) => `Your plan does not include ${what}`;
