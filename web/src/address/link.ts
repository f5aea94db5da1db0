import { createSelector } from "@reduxjs/toolkit";
import { chartReducer, daySelected, firstChart } from "@/kept/chart/chart-slice";
import type { AppliedSet } from "@/kept/saved-filters";
import { readView, type View, viewActions, viewOf } from "@/kept/view";
import type { AppThunk, RootState, SavedState } from "@/lib/state/hooks";
import {
  type DashboardView,
  firstUi,
  linkRefused,
  modalOpened,
  modalsClosed,
  symbolChosen,
  toastAdded,
  uiReducer,
  viewChosen,
} from "@/lib/state/ui-slice";
import { sameJson } from "@/lib/storage/json";
import { isRecord, parsedText } from "@/lib/storage/storage";
import { DEFAULT_AMA } from "@/plot/settings/ama-settings";
import { WHOLE_DAY } from "@/question/as-of";
import { applied, type Filter, featuresIn, mergeFilters, sameFilter, toConditions } from "@/question/filters";
import { emptyFilters, filtersShown, questionPinned } from "@/question/filters-slice";
import { isGroupKind, readWhole } from "@/question/read-filter";
import { SCREEN_PARAMETERS } from "@/screens/screens";
import { allDays, daysShown, readDays } from "./days-slice";
import { cardsNarrowed, nothingWanted } from "./find-slice";
import { firstGallery, galleryShown, nothingOpened, readGallery } from "./gallery-slice";
import { choice, json, readParameters, text, type Values, withParameters } from "./parameters";

/** What an address says beside the question and its view, each null where it does not. */
const PLACES = {
  /** Whether the dashboard shows its open cards only. */
  only: choice<"all" | "open", null>("only", ["all", "open"], null),
  /** The text that the dashboard's cards are narrowed by. */
  cards: text("cards"),
  /** Which days the table has, and how. */
  table: json("table", readDays),
  /** Which of the days the gallery shows, and how. */
  gallery: json("gallery", readGallery),
  /** Whether the ledger of looks lies over the page. */
  ledger: choice("ledger", ["open"], null),
};

/** What they are called where they cannot be read. */
const PLACE_WORDS: Partial<Record<keyof Places, string>> = {
  only: "cards shown",
  table: "table of days",
  gallery: "gallery",
};

type Places = Values<typeof PLACES>;

/** Parameters by which an address says what is shown. */
export const LINK_PARAMETERS = [
  ...(["filters", "probabilities", "symbol", "asOf", "compare", "layout", "day", "ama"] as const),
  ...(Object.keys(PLACES) as (keyof Places)[]),
];

/** What an address asks for; null where it does not say. */
export interface Link extends View, Places {
  filters: Filter[] | null;
  /** A of a comparison. */
  compare: Filter[] | null;
  /** What could not be read and was left out, by name; null where all of it could be read. */
  leftOut: string[] | null;
}

type Shown = Pick<RootState, "ui" | "chart" | "filters" | "days" | "find" | "gallery"> &
  Partial<Pick<RootState, "session">>;

/**
 * What the page shows as the query of an address: active filters, open cards, Focus, categories, instrument, signals, the
 * chart's day, be it the latest, the text that narrows the cards, the gallery and the table of days where they are not as at
 * first, and the ledger where it is open.
 */
export function linkQuery({ filters, days, find, gallery, ...shown }: Shown): string {
  const { probabilities, symbol, asOf, layout, ama, day: chosen } = viewOf(shown);
  const day = chosen ?? shown.chart.shownDate;
  const question = new URLSearchParams({
    filters: JSON.stringify(toConditions(filters.active)),
    ...(filters.pinned && { compare: JSON.stringify(toConditions(filters.pinned)) }),
    probabilities: (probabilities ?? []).join(","),
    ...(symbol !== null && { symbol }),
    ...(asOf !== null && asOf !== WHOLE_DAY && { asOf }),
    layout: JSON.stringify(layout),
    ...(day !== null && { day }),
    ama: JSON.stringify(sameJson(ama?.ama, DEFAULT_AMA) ? { amaOn: ama?.amaOn } : ama),
  });
  return withParameters(PLACES, question, placesOf({ ui: shown.ui, days, find, gallery })).toString();
}

/** The places that are not as at first. */
const placesOf = ({
  ui,
  days,
  find,
  gallery,
}: Pick<RootState, "ui" | "days" | "find" | "gallery">): Places => ({
  only: ui.view === "all" ? null : "open",
  cards: find.cardText || null,
  table: sameJson(days, allDays) ? null : days,
  gallery: sameJson(gallery.view, firstGallery) ? null : gallery.view,
  ledger: ui.modals.includes("ledger") ? "open" : null,
});

const cardsOf = (only: "all" | "open"): DashboardView => (only === "open" ? "focus" : "all");

const FIRST = {
  ui: firstUi,
  chart: firstChart,
  filters: emptyFilters,
  days: allDays,
  find: nothingWanted,
  gallery: nothingOpened,
};
const FIRST_QUERY = linkQuery(FIRST);

/** The query of the page's own address; there is none while all is as at first. */
export const addressQuery = createSelector(
  [
    (state: RootState) => state.ui,
    (state: RootState) => state.chart,
    (state: RootState) => state.filters,
    (state: RootState) => state.days,
    (state: RootState) => state.find,
    (state: RootState) => state.gallery,
    (state: RootState) => state.session,
  ],
  (ui, chart, filters, days, find, gallery, session) => {
    const own = { ui, chart, filters, days, find, gallery };
    return linkQuery(own) === FIRST_QUERY ? "" : linkQuery({ ...own, session });
  },
);

/** The page's own path, query and place on it, with all that it shows. */
export function pageAddress(shown: Shown): string {
  const { pathname, search, hash } = location;
  const own = [...new URLSearchParams(search)].filter(([name]) => SCREEN_PARAMETERS.includes(name));
  const query = [new URLSearchParams(own).toString(), linkQuery(shown)].filter(Boolean).join("&");
  return `${pathname}?${query}${hash}`;
}

/** An address with the question, without the layout and the signals' settings. */
function questionLink(shown: Shown): string {
  const link = new URL(pageAddress(shown), location.origin);
  for (const name of ["layout", "ama"]) link.searchParams.delete(name);
  return link.href;
}

/** Put the address of the question into the clipboard, or show it where that is refused. */
export const copyLink = (): AppThunk<Promise<void>> => async (dispatch, getState) => {
  const link = questionLink(getState());
  try {
    await navigator.clipboard.writeText(link);
    dispatch(toastAdded("success", "Copied the link"));
  } catch {
    dispatch(toastAdded("error", "Failed to copy the link"));
    dispatch(linkRefused(link));
  }
};

/** Show again what an address of the browser's history says. */
export const addressShown =
  (search: string): AppThunk =>
  (dispatch, getState) => {
    const said = new URLSearchParams(search);
    const isFirst = !LINK_PARAMETERS.some((name) => said.has(name));
    const link = readLink(isFirst ? FIRST_QUERY : search);
    dispatch(overlaysShown(link));
    if (said.toString() === addressQuery(getState())) return;
    dispatch(questionsShown(link));
    if (link.only !== null) dispatch(viewChosen(cardsOf(link.only)));
    for (const action of changesTo(link, viewOf(getState()))) dispatch(action);
    if (isFirst) dispatch(symbolChosen(null));
  };

/** Show the filters of a link, and the A that it compares them with. */
const questionsShown =
  ({ filters, compare }: Link): AppThunk =>
  (dispatch, getState) => {
    const { active, pinned } = getState().filters;
    if (isOther(filters, active)) dispatch(filtersShown(filters));
    if (!sameJson(compare, pinned)) dispatch(questionPinned(compare));
  };

/** Show what a link narrows the cards by, has of days and over the page; what it does not say is as at first. */
export const overlaysShown =
  ({ cards, table, gallery, ledger }: Places): AppThunk =>
  (dispatch) => {
    dispatch(cardsNarrowed(cards ?? ""));
    dispatch(daysShown(table ?? allDays));
    dispatch(galleryShown(gallery ?? firstGallery));
    dispatch(modalsClosed());
    if (ledger) dispatch(modalOpened("ledger"));
  };

const isOther = (said: Filter[] | null, now: Filter[]): said is Filter[] =>
  said !== null && !sameJson(said, now);

/** What makes the view the link's; parts that are so already stay untouched, and no day is the latest. */
function changesTo(link: Link, now: View) {
  const parts = Object.entries(now).map(([name, value]) => {
    const said = link[name as keyof View];
    return [name, sameJson(said, value) ? null : said];
  });
  const isLatest = link.filters !== null && link.day === null;
  return [...viewActions(Object.fromEntries(parts)), ...(isLatest ? [daySelected(null)] : [])];
}

export function readLink(search: string): Link {
  const given = new URLSearchParams(search);
  const { filters, unread } = readConditions(given.get("filters"));
  const { view, unread: parts } = readView({
    probabilities: given.get("probabilities")?.split(",").filter(Boolean),
    symbol: given.get("symbol") || null,
    asOf: given.get("asOf") ?? (given.has("filters") ? WHOLE_DAY : null),
    layout: parsed(given.get("layout")),
    day: given.get("day"),
    ama: parsed(given.get("ama")),
  });
  const pinned = readConditions(given.get("compare"));
  if (pinned.unread) parts.push("what is compared");
  const places = readPlaces(given);
  const others = [...parts, ...places.unread];
  const isWhole = unread === null && others.length === 0;
  const leftOut = isWhole ? null : [...(unread ?? []), ...others];
  return { filters, compare: pinned.filters, ...view, ...places.read, leftOut };
}

/** The places of an address; one that names filters and no view is of all features. */
function readPlaces(given: URLSearchParams): { read: Places; unread: string[] } {
  const read = readParameters(PLACES, given);
  const named = Object.entries(PLACE_WORDS) as [keyof Places, string][];
  const unread = named.flatMap(([name, words]) => (given.has(name) && read[name] === null ? words : []));
  if (!given.has("only") && given.has("filters")) read.only = "all";
  return { read, unread };
}

/** A parameter's value; what is no JSON, or stands for nothing, is a text that nothing can be read from. */
const parsed = (given: string | null) => (given === null ? null : (parsedText(given) ?? given));

/** The features that a link names, whose cards are to be seen. */
export function featuresOf({ filters, probabilities }: Link): string[] {
  return [...(filters ?? []).flatMap(featuresIn), ...(probabilities ?? [])];
}

/** A link beats what was kept, part by part (ruling 33). */
export function withLink(saved: SavedState, link: Link): SavedState {
  const { ui, filters, chart } = saved;
  if (LINK_PARAMETERS.every((part) => link[part] === null)) return saved;
  const actions = [...viewActions(link), ...(link.only === null ? [] : [viewChosen(cardsOf(link.only))])];
  return {
    ui: actions.reduce(uiReducer, ui),
    filters: withPinned(link.filters === null ? filters : replaced(filters, link.filters), link),
    chart: actions.reduce(chartReducer, chart),
  };
}

/** A link that names filters names A too, or that there is none. */
function withPinned(filters: SavedState["filters"], link: Link): SavedState["filters"] {
  const isSaid = link.filters !== null || link.compare !== null;
  return isSaid && !sameJson(filters.pinned, link.compare) ? { ...filters, pinned: link.compare } : filters;
}

/** Other filters, of which none is pending. */
const replaced = (filters: SavedState["filters"], active: Filter[]): SavedState["filters"] =>
  sameJson(filters.active, active) ? filters : { ...filters, active, pending: [] };

/** The filters that a link replaces, with the view they were seen in; null where the link has them all. */
export function replacedSet(shown: SavedState, { filters: next }: Link, now = Date.now()): AppliedSet | null {
  const { active, pending } = shown.filters;
  const own = mergeFilters(active, pending).map(applied);
  const isIn = (filter: Filter) => next?.some((other) => sameFilter(other, filter));
  if (next === null || own.every(isIn) || sameJson(active, next)) return null;
  return { filters: own, view: viewOf(shown), appliedAt: now };
}

/**
 * The filters of a text as the API takes them, `{feature: {operator, value, by_bar?}}` or a list with groups, null
 * where there is none; `unread` names what could not be read, and is null where all could.
 */
function readConditions(text: string | null): { filters: Filter[] | null; unread: string[] | null } {
  if (text === null) return { filters: null, unread: null };
  const entries = entriesIn(parsedText(text));
  if (!entries) return { filters: null, unread: [] };
  const { filters, unread } = readWhole(entries);
  return { filters, unread: unread.length > 0 ? unread : null };
}

/** The filters of a list, or of a map whose keys are features or kinds of groups; an empty list says none. */
function entriesIn(data: unknown): unknown[] | null {
  if (Array.isArray(data)) return data.length > 0 ? data : null;
  if (!isRecord(data)) return null;
  return Object.entries(data).map(([name, said]) => {
    if (isGroupKind(name)) return { [name]: said };
    return isRecord(said) ? { ...said, feature: name } : { feature: name };
  });
}
