export const CONDITION_FEATURE = "Feature of the condition";
export const IN_ANY_LIST = "In any of these lists";
export const IN_NO_LIST = "In none of these lists";
export const HINDSIGHT = "Hindsight filter: for study, not for decisions";
export const ON_NO_CARD = "Pending, on no card";
export const PREVIOUS_DAY = "Show filter inputs for the day after each condition";

export const NO_DAY_CAN_MATCH = "No day can match";
/** That the filters ask for a condition and exclude it. */
export const contradictionWords = (condition: string) =>
  `${NO_DAY_CAN_MATCH}: ${condition} is asked for and excluded.`;

export const notApplied = (pending: number) =>
  `Not applied: your pending ${pending === 1 ? "filter is" : "filters are"} kept`;
