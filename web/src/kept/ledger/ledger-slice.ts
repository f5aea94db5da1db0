import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import { idOf, type Look, MOST_LOOKS } from "./looks";

/** The looks at one instrument's data under one layout profile. */
export interface LedgerState {
  /** Whose looks these are, as `placeOf` names it; null until data is shown. */
  place: string | null;
  /** Each question and feature, and each cut of them, once, the newest last. */
  looks: Look[];
  /** How many older looks had to go. */
  dropped: number;
}

export const noLooks: LedgerState = { place: null, looks: [], dropped: 0 };

const slice = createSlice({
  name: "ledger",
  initialState: noLooks,
  reducers: {
    ledgerRead: (_, { payload }: PayloadAction<LedgerState>) => payload,
    /** Seen again, a look keeps its date and takes the newest figures. */
    lookSeen: (state, { payload }: PayloadAction<Look>) => {
      const id = idOf(payload);
      const before = state.looks.find((other) => idOf(other) === id);
      if (before) Object.assign(before, { ...payload, at: before.at });
      else state.looks.push(payload);
      state.dropped += state.looks.splice(0, state.looks.length - MOST_LOOKS).length;
    },
    ledgerEmptied: ({ place }): LedgerState => ({ ...noLooks, place }),
  },
  selectors: { selectLooks: ({ looks }) => looks },
});

export const { ledgerRead, lookSeen, ledgerEmptied } = slice.actions;
export const { selectLooks } = slice.selectors;
export const ledgerReducer = slice.reducer;
