export const NO_ANSWER = "Open a card's probability to see its answer here";
