export const FIND_FIELD = "Find a feature, day, preset or screen";
export const CARD_FIELD = "Show only the cards that match";
export const NO_SUCH_DAY = "No such day: the data runs from";
export const COMING = "The list is on its way…";
export const ENTERED = `${COMING} Its first entry is taken once it is there.`;
