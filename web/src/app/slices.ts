import { connectionReducer } from "@/api/connection-slice";
import { sessionReducer } from "@/api/session/session-slice";
import { chartReducer } from "@/features/chart/state/chart-slice";
import { daysReducer } from "@/features/days/state/days-slice";
import { drawingsReducer } from "@/features/drawing/state/drawings-slice";
import { countersReducer } from "@/features/export/state/counters-slice";
import { findReducer } from "@/features/find/state/find-slice";
import { galleryReducer } from "@/features/gallery/state/gallery-slice";
import { ledgerReducer } from "@/features/ledger/state/ledger-slice";
import { profilesReducer } from "@/features/profiles/state/profiles-slice";
import { quizReducer } from "@/features/quiz/state/answers-slice";
import { preferencesReducer } from "@/features/settings/state/preferences-slice";
import { savedReducer } from "@/kept/saved-slice";
import { uiReducer } from "@/lib/state/ui-slice";
import { filtersReducer } from "@/question/filters-slice";
import { sealedReducer } from "@/question/seals-slice";

/** The slices every part of the page may read; the API's cache beside them belongs to RTK Query. */
export const slices = {
  filters: filtersReducer,
  saved: savedReducer,
  ui: uiReducer,
  session: sessionReducer,
  connection: connectionReducer,
  chart: chartReducer,
  drawings: drawingsReducer,
  profiles: profilesReducer,
  preferences: preferencesReducer,
  counters: countersReducer,
  days: daysReducer,
  find: findReducer,
  gallery: galleryReducer,
  ledger: ledgerReducer,
  sealed: sealedReducer,
  quiz: quizReducer,
};
