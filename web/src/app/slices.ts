import { daysReducer } from "@/address/days-slice";
import { findReducer } from "@/address/find-slice";
import { galleryReducer } from "@/address/gallery-slice";
import { connectionReducer } from "@/api/connection-slice";
import { sessionReducer } from "@/api/session/session-slice";
import { chartReducer } from "@/kept/chart/chart-slice";
import { countersReducer } from "@/kept/counters-slice";
import { drawingsReducer } from "@/kept/drawings/drawings-slice";
import { ledgerReducer } from "@/kept/ledger/ledger-slice";
import { preferencesReducer } from "@/kept/preferences/preferences-slice";
import { profilesReducer } from "@/kept/profiles/profiles-slice";
import { uiReducer } from "@/lib/state/ui-slice";
import { filtersReducer } from "@/question/filters-slice";
import { sealedReducer } from "@/question/seals-slice";

/** The slices every part of the page may read; the API's cache beside them belongs to RTK Query. */
export const slices = {
  filters: filtersReducer,
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
};
