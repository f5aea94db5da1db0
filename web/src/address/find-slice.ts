import { createSlice, type PayloadAction } from "@reduxjs/toolkit";

export interface FindState {
  /** The card or category that takes the focus as soon as it stands there: a feature's name or a category's id. */
  wanted: string | null;
  /** What the dashboard's cards are narrowed by; empty shows all. */
  cardText: string;
}

export const nothingWanted: FindState = { wanted: null, cardText: "" };

const slice = createSlice({
  name: "find",
  initialState: nothingWanted,
  reducers: {
    /** What is wanted is to be seen: cards are no longer narrowed. */
    placeWanted: (_, { payload }: PayloadAction<string>) => ({ wanted: payload, cardText: "" }),
    placeReached: (state) => {
      state.wanted = null;
    },
    cardsNarrowed: (state, { payload }: PayloadAction<string>) => {
      state.cardText = payload;
    },
  },
});

export const { placeWanted, placeReached, cardsNarrowed } = slice.actions;
export const findReducer = slice.reducer;
