import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import { idOf, isFound, type Look, levelAfter, MOST_LOOKS, type Test } from "./looks";

/** The looks at one instrument's data under one layout profile. */
export interface LedgerState {
  /** Whose looks these are, as `placeOf` names it; null until data is shown. */
  place: string | null;
  /** Each question, cut of a curve and comparison once, the newest last. */
  looks: Look[];
  /** How many older looks had to go. */
  dropped: number;
  /** How many looks found something, those that had to go included. */
  found: number;
}

export const noLooks: LedgerState = { place: null, looks: [], dropped: 0, found: 0 };

const slice = createSlice({
  name: "ledger",
  initialState: noLooks,
  reducers: {
    ledgerRead: (_, { payload }: PayloadAction<LedgerState>) => payload,
    /** Seen again, a look stays what it was. */
    lookSeen: (state, { payload }: PayloadAction<Test>) => {
      const { looks, dropped, found } = state;
      const id = idOf(payload);
      if (looks.some((other) => idOf(other) === id)) return;
      const look = { ...payload, level: levelAfter(looks.length + dropped, found) };
      looks.push(look);
      state.found += Number(isFound(look));
      state.dropped += looks.splice(0, looks.length - MOST_LOOKS).length;
    },
    ledgerEmptied: ({ place }): LedgerState => ({ ...noLooks, place }),
  },
  selectors: { selectLooks: ({ looks }) => looks },
});

export const { ledgerRead, lookSeen, ledgerEmptied } = slice.actions;
export const { selectLooks } = slice.selectors;
export const ledgerReducer = slice.reducer;
