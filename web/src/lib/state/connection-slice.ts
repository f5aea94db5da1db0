import { createSlice, type PayloadAction } from "@reduxjs/toolkit";

/** Whether the server answers; `lostSince` in milliseconds since the epoch, null while it does. */
export interface ConnectionState {
  lostSince: number | null;
}

export const connected: ConnectionState = { lostSince: null };

const slice = createSlice({
  name: "connection",
  initialState: connected,
  reducers: {
    /** Nobody answered since then; the first word of it stands. */
    connectionLost: (state, { payload }: PayloadAction<number>) => {
      state.lostSince ??= payload;
    },
    connectionBack: () => connected,
    /** The visitor does not want to wait for the next try. */
    tryAsked: () => undefined,
  },
  selectors: { selectLostSince: (state) => state.lostSince },
});

export const { connectionLost, connectionBack, tryAsked } = slice.actions;
export const { selectLostSince } = slice.selectors;
export const connectionReducer = slice.reducer;
