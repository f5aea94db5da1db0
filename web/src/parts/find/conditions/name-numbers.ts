/** Names whose number is no amount: "bar 1", "OR12", "50% of ADR". */
const NAMES =
  /\b(?:(?:bar|b|or|opening range|r)\s*(?:1|6|12|18|54)|(?:ema|adr|atr|nr)\s*(?:7|10|20)|first (?:30|60|90) minutes|(?:50|100)\s*% of adr|20 gap bars)(?![\w.]|\s*(?:-|to|–)\s*\d)/g;
const SHIFT = 0xe000;

const shifted = (text: string, from: RegExp, by: number) =>
  text.replaceAll(from, (digit) => String.fromCharCode(digit.charCodeAt(0) + by));

/** A text in which numbers that belong to names are no digits. */
export const withoutNumbersOfNames = (text: string) =>
  text.replaceAll(NAMES, (name) => shifted(name, /\d/g, SHIFT));

export const withNumbersOfNames = (text: string) => shifted(text, /[\ue030-\ue039]/g, -SHIFT);
