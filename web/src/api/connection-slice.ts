import { createSlice, type PayloadAction } from "@reduxjs/toolkit";

/** Since when (milliseconds) the server does not answer, and whether it answers without looking sign-ins up. */
export const connected = { lostSince: null as number | null, signInsAway: false };

const slice = createSlice({
  name: "connection",
  initialState: connected,
  reducers: {
    /** Nobody answered since then; the first word of it stands. */
    connectionLost: (state, { payload }: PayloadAction<number>) => {
      state.lostSince ??= payload;
    },
    connectionBack: () => connected,
    signInsTold: (state, { payload: isAway }: PayloadAction<boolean>) => {
      state.signInsAway = isAway;
    },
    /** The visitor does not want to wait for the next try. */
    tryAsked: () => undefined,
  },
});

export const { connectionLost, connectionBack, signInsTold, tryAsked } = slice.actions;
export const connectionReducer = slice.reducer;
