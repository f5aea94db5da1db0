import { choice, filledText, type Values } from "@/address/parameters";
import { ROUND_GUESSES } from "@/kept/quiz/answers";

/** Where a day may end when it is not left to chance. */
export const BARS: readonly number[] = [6, 12, 18, 27, 54];

const DAYS: readonly ("any" | "matching")[] = ["any", "matching"];

/**
 * A round: from which days it draws, up to which bar, which question it asks, and how many guesses it has. Null leaves
 * bar and question to chance. The days are those of `list` where it names one.
 */
export const QUIZ = {
  days: choice("of", DAYS, "any"),
  list: filledText("list"),
  bar: choice("bar", BARS, null),
  feature: filledText("ask"),
  guesses: choice("guesses", ROUND_GUESSES, 1),
};

export type QuizParameters = Values<typeof QUIZ>;
