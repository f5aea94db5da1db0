import { type Condition, OPERATORS, type Operator, type Scalar } from "./filters";
import { valueWords, type Worded } from "./value-words";

/** What stands before and after numbers; an operator that is not here has its own words before them. */
const AROUND: Partial<Record<Operator, readonly [string, string]>> = {
  "=": ["", ""],
  in: ["", ""],
  range: ["", ""],
  "!=": ["other than ", ""],
  not_in: ["other than ", ""],
  ">": ["over ", ""],
  "<": ["under ", ""],
  ">=": ["", " or more"],
  "<=": ["", " or less"],
};

const AROUND_BAR: typeof AROUND = {
  "=": ["bar ", ""],
  in: ["bar ", ""],
  range: ["bars ", ""],
  "!=": ["a bar other than ", ""],
  not_in: ["a bar other than ", ""],
  ">": ["a bar after ", ""],
  "<": ["a bar before ", ""],
  ">=": ["bar ", " or later"],
  "<=": ["bar ", " or earlier"],
};

/** Numbers, bars or dates as a phrase takes them: "10 to 14 points", "20% or more", "bar 24 or earlier". */
export function rangeWords({ operator, value }: Condition, feature: Worded | undefined): string {
  const isBar = feature?.business_logic.value_format === "bar";
  const isText = [value].flat().some((part) => typeof part === "string");
  const unit = isBar || isText ? "" : unitOf(feature);
  const say = (part: Scalar | null) => {
    if (part === null) return "…";
    const words = isBar ? String(part) : valueWords(part, feature);
    return unit === "%" ? `${words}%` : words;
  };
  const parts = [value].flat().map(say);
  const joined = parts.join(OPERATORS[operator].takes === "range" ? " to " : " or ") || "…";
  const [before, after] = (isBar ? AROUND_BAR : AROUND)[operator] ?? [`${OPERATORS[operator].words} `, ""];
  return `${before}${joined}${unit === "points" ? " points" : ""}${after}`;
}

function unitOf(feature: Worded | undefined): string {
  const unit = feature?.metadata.unit ?? "";
  return unit === "pts" ? "points" : unit;
}
