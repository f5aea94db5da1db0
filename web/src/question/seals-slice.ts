import { createSelector, createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { RootState } from "@/lib/state/hooks";
import { selectQuestion } from "./question-text";
import { conditionsOf, type Opening, type Seal } from "./seals";

/** What the visitor sealed, by instrument, and every envelope that was opened. */
export interface SealsState {
  seals: Record<string, Seal>;
  openings: Opening[];
}

export const nothingSealed: SealsState = { seals: {}, openings: [] };

const slice = createSlice({
  name: "sealed",
  initialState: nothingSealed,
  reducers: {
    sealsRead: (_, { payload }: PayloadAction<SealsState>) => payload,
    daysSealed: (state, { payload }: PayloadAction<{ symbol: string; seal: Seal | null }>) => {
      const { [payload.symbol]: _, ...others } = state.seals;
      state.seals = payload.seal ? { ...others, [payload.symbol]: payload.seal } : others;
    },
    /** An envelope is opened once. */
    envelopeOpened: (state, { payload }: PayloadAction<Opening>) => {
      if (!openingOf(state.openings, payload.symbol, payload.question)) state.openings.push(payload);
    },
  },
});

/** The opening of a question's envelope; its dates do not make another one. */
export function openingOf(openings: readonly Opening[], symbol: string | undefined, question: string) {
  const asked = conditionsOf(question);
  return openings.find((each) => each.symbol === symbol && conditionsOf(each.question) === asked);
}

export const { sealsRead, daysSealed, envelopeOpened } = slice.actions;
/** The seal on the data shown. */
export const selectSeal = ({ sealed, session }: Pick<RootState, "sealed" | "session">): Seal | undefined =>
  sealed.seals[session.snapshot?.symbol ?? ""];
export const selectOpenings = ({ sealed }: Pick<RootState, "sealed">) => sealed.openings;
/** The opening of the envelope of what is shown. */
export const selectOpening = createSelector(
  [selectOpenings, (state: RootState) => state.session.snapshot?.symbol, selectQuestion],
  openingOf,
);
export const sealedReducer = slice.reducer;
