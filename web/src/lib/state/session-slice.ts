import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { CurrentUser, UserInfo } from "@/api/generated";
import { flags } from "@/lib/flags";

export type SessionStatus = "idle" | "validating" | "authenticated" | "refused" | "signed-out";
export type SessionUser = UserInfo | CurrentUser;

/** The snapshot the page shows. */
export interface ShownSnapshot {
  symbol: string;
  id: string;
}

/** Who is signed in and what is shown. `refusal` is the server's own text when it let nobody in. */
export interface SessionState {
  status: SessionStatus;
  user: SessionUser | null;
  refusal: string | null;
  snapshot: ShownSnapshot | null;
}

const initialState = { status: "idle", user: null, refusal: null, snapshot: null } as SessionState;

const slice = createSlice({
  name: "session",
  initialState,
  reducers: {
    validationStarted: (state) => {
      state.status = "validating";
    },
    signedIn: (_, { payload }: PayloadAction<SessionUser>): SessionState => ({
      ...initialState,
      status: "authenticated",
      user: payload,
    }),
    entryRefused: (_, { payload }: PayloadAction<string>): SessionState => ({
      ...initialState,
      status: "refused",
      refusal: payload,
    }),
    signedOut: (): SessionState => ({ ...initialState, status: "signed-out" }),
    snapshotShown: (state, { payload }: PayloadAction<ShownSnapshot>) => {
      state.snapshot = payload;
    },
    /** An answer bore this snapshot id; the store asks for the summary when it is not the one shown. */
    snapshotSeen: (_state, _action: PayloadAction<string>) => undefined,
  },
  selectors: {
    selectStatus: (state) => state.status,
    selectUser: (state) => state.user,
    selectRefusal: (state) => state.refusal,
    selectTier: (state) => state.user?.profile ?? flags.appProfile,
    selectSnapshot: (state) => state.snapshot,
  },
});

export const { validationStarted, signedIn, entryRefused, signedOut, snapshotShown, snapshotSeen } =
  slice.actions;
export const { selectStatus, selectUser, selectRefusal, selectTier, selectSnapshot } = slice.selectors;
export const sessionReducer = slice.reducer;
