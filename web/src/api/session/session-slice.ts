import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import { flags } from "@/lib/flags";
import { narrower, type Tier } from "@/lib/tiers";
import type { CurrentUser, SummaryAnswer, UserInfo } from "../generated";

type SessionStatus = "idle" | "validating" | "loading" | "authenticated" | "refused" | "signed-out";
export type SessionUser = (UserInfo | CurrentUser) & { session_id?: string };

/** Why nobody was let in, by the server's `code`; what `canPass` may be tried again from `retryAt` on. */
export interface Refusal {
  text: string;
  more: string | null;
  code: string | null;
  canPass: boolean;
  retryAt: number | null;
}

/** The snapshot the page shows. */
export type ShownSnapshot = Pick<SummaryAnswer["snapshot"], "symbol" | "id">;

/** Who is signed in and what is shown; `viewedAs` is a smaller tier, `isOvertaken`: other data is served. */
interface SessionState {
  status: SessionStatus;
  user: SessionUser | null;
  refusal: Refusal | null;
  viewedAs: Tier | null;
  snapshot: ShownSnapshot | null;
  summary: SummaryAnswer | null;
  isOvertaken: boolean;
}

const initialState: SessionState = {
  status: "idle",
  user: null,
  refusal: null,
  viewedAs: null,
  snapshot: null,
  summary: null,
  isOvertaken: false,
};

const ownTier = ({ user }: SessionState): Tier => user?.profile ?? flags.appProfile;

const slice = createSlice({
  name: "session",
  initialState,
  reducers: {
    validationStarted: (state) => {
      state.status = "validating";
      state.refusal = null;
    },
    /** The visitor may enter; what they see first is on its way. */
    loadingStarted: (state) => {
      state.status = "loading";
    },
    signedIn: (_, { payload }: PayloadAction<SessionUser>): SessionState => ({
      ...initialState,
      status: "authenticated",
      user: payload,
    }),
    /** The server's newest data of the signed-in user; what is shown stays. */
    userRenewed: (state, { payload }: PayloadAction<SessionUser>) => {
      if (state.status === "authenticated") state.user = { ...state.user, ...payload };
    },
    /** Null resets to the visitor's own tier. */
    tierViewed: (state, { payload }: PayloadAction<Tier | null>) => {
      state.viewedAs = payload;
    },
    entryRefused: (_, { payload }: PayloadAction<Refusal>): SessionState => ({
      ...initialState,
      status: "refused",
      refusal: payload,
    }),
    signedOut: (): SessionState => ({ ...initialState, status: "signed-out" }),
    snapshotShown: (state, { payload }: PayloadAction<SummaryAnswer>) => {
      const { symbol, id } = payload.snapshot;
      state.snapshot = { symbol, id };
      state.summary = payload;
      state.isOvertaken = false;
    },
    /** The snapshot of this id is served no more; a call that named it was refused. */
    snapshotGone: (state, { payload }: PayloadAction<string | undefined>) => {
      if (payload === state.snapshot?.id) state.isOvertaken = true;
    },
  },
  selectors: {
    selectOwnTier: ownTier,
    /** The tier the page shows: the server's, or a smaller one the visitor looks through. */
    selectTier: (state) => narrower(ownTier(state), state.viewedAs),
  },
});

export const {
  validationStarted,
  loadingStarted,
  signedIn,
  userRenewed,
  tierViewed,
  entryRefused,
  signedOut,
  snapshotShown,
  snapshotGone,
} = slice.actions;
export const { selectOwnTier, selectTier } = slice.selectors;
export const sessionReducer = slice.reducer;
