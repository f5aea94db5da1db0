import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { Answer } from "./answers";

/** The answers given in this browser, the oldest first. */
export interface QuizState {
  answers: Answer[];
}

export const noAnswers: QuizState = { answers: [] };

const slice = createSlice({
  name: "quiz",
  initialState: noAnswers,
  reducers: {
    /** What the browser keeps is the truth: another tab may have added to it. */
    answersRead: (_, { payload }: PayloadAction<Answer[]>) => ({ answers: payload }),
  },
  selectors: { selectAnswers: ({ answers }) => answers },
});

export const { answersRead } = slice.actions;
export const { selectAnswers } = slice.selectors;
export const quizReducer = slice.reducer;
