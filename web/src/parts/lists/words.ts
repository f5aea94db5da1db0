export const ADD_TO_LIST = "Add to a list…";
export const LISTS_OF_DAY = "Lists of this day";
export const NEW_LIST_NAME = "Name of the new list";
export const FILTER_BY_LIST = "Filter by this list";
