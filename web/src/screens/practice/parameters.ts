import { choice, filledText, type Values } from "@/address/parameters";

/** Where a day may end when it is not left to chance. */
export const BARS: readonly number[] = [6, 12, 18, 27, 54];

const DAYS: readonly ("any" | "matching")[] = ["any", "matching"];

/** Which days are drawn, up to which bar, and which question is asked; null leaves it to chance. */
export const QUIZ = {
  days: choice("of", DAYS, "any"),
  bar: choice("bar", BARS, null),
  feature: filledText("ask"),
};

export type QuizParameters = Values<typeof QUIZ>;
