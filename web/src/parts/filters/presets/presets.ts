import { showFeatures } from "@/address/show-features";
import type { FeaturesAnswer } from "@/api/generated";
import { dayWaits } from "@/kept/chart/chart-slice";
import { keepPresets, keptPresets, type PresetChanges, readSaved, type SavedSet } from "@/kept/saved-filters";
import { type View, viewActions, viewOf } from "@/kept/view";
import { STORAGE_REFUSED } from "@/kept/words";
import type { AppThunk } from "@/lib/state/hooks";
import { takeFile } from "@/lib/state/take-file";
import { toastAdded } from "@/lib/state/ui-slice";
import { saveFile } from "@/lib/storage/save-file";
import { BadFile, freelyNamed, readSavedFile, savedFile } from "@/lib/storage/saved-file";
import { countOf, listed } from "@/lib/text/format";
import { type AsOf, asOfWords, WHOLE_DAY } from "@/question/as-of";
import { askAsOf } from "@/question/ask-as-of";
import { conditionNames } from "@/question/filter-words";
import { type Filter, featuresIn, isComplete, sameFilter } from "@/question/filters";
import { asOfQueued, filtersLoaded, filtersSetAside } from "@/question/filters-slice";
import { misfitIn, noBar } from "@/question/fit";
import { listNames } from "@/question/known-lists";
import { readWhole } from "@/question/read-filter";
import { KEPT_ASIDE } from "@/question/words";
import { ALREADY_SET } from "./words";

/** Change presets and say so, or what follows where the browser does not keep the change. */
const presetsChanged =
  (changes: PresetChanges, refused: string, done?: string): AppThunk =>
  (dispatch) => {
    if (!keepPresets(changes)) dispatch(toastAdded("error", `${STORAGE_REFUSED} ${refused}`));
    else if (done) dispatch(toastAdded("success", done));
  };

/** Save the active filters and the view under a name; a preset of that name is overwritten. */
export const savePreset =
  (name: string): AppThunk =>
  (dispatch, getState) => {
    const state = getState();
    const set = { [name]: { filters: state.filters.active, view: viewOf(state) } };
    const refused = `Preset ${name} holds until the page closes.`;
    dispatch(presetsChanged({ set, gone: [] }, refused, `Preset ${name} saved successfully`));
  };

export const deletePreset = (name: string): AppThunk => {
  const refused = `Preset ${name} will be back with the next visit.`;
  return presetsChanged({ set: {}, gone: [name] }, refused, `Preset ${name} deleted`);
};

export const exportPresets = (): AppThunk => () => {
  const entries = Object.entries(keptPresets.load().value).map(([name, set]) => ({ name, ...set }));
  saveFile(savedFile("presets", entries), "session-almanac-presets.json");
};

/** Add the presets of a file to those that are there; a name that is taken gets a number. */
export const importPresets =
  (file: Blob): AppThunk<Promise<void>> =>
  (dispatch) =>
    dispatch(
      takeFile("preset", async () => {
        const entries = await readSavedFile(file, "presets", readPreset);
        const named = freelyNamed(entries, Object.keys(keptPresets.load().value));
        const set = Object.fromEntries(named.map(({ name, ...saved }) => [name, saved]));
        dispatch(presetsChanged({ set, gone: [] }, "The presets of the file hold until the page closes."));
        return { asked: entries.map(({ name }) => name), given: named.map(({ name }) => name) };
      }),
    );

function readPreset(entry: Record<string, unknown>) {
  const { set, unread } = readSaved(entry, readWhole);
  if (unread.length > 0)
    throw new BadFile(`filters and view: expected ones that can be shown; unreadable: ${listed(unread)}`);
  if (set.filters.length === 0) throw new BadFile("filters: expected at least one");
  return set;
}

/**
 * Put a saved set's filters on the cards as pending and show its view; filters this catalogue has no use for are kept
 * aside and named.
 */
export const loadSet =
  ({ filters, view }: SavedSet, catalogue: FeaturesAnswer): AppThunk =>
  (dispatch, getState) => {
    const misfit = misfitIn(catalogue, listNames(getState()));
    const known = filters.filter((filter) => misfit(filter) === null);
    const gone = filters.filter((filter) => misfit(filter) !== null);
    dispatch(filtersLoaded(known));
    if (gone.length > 0) dispatch(filtersSetAside(gone));
    const { pending } = getState().filters;
    const loaded = known.filter((filter) => pending.some((other) => sameFilter(other, filter)));
    const waiting = view ? dispatch(showView(dispatch(viewIn(catalogue, view)), loaded)) : null;
    dispatch(showFeatures(known.flatMap(featuresIn), catalogue.features));
    const names = conditionNames(gone, catalogue.features);
    dispatch(toastAdded(loaded.length > 0 ? "success" : "blank", said(known, loaded, names, waiting)));
  };

/** A view as the tier may have it, which may be without its bar. */
const viewIn =
  ({ profile_limits }: FeaturesAnswer, view: View): AppThunk<View> =>
  (dispatch) => {
    const { asOf } = view;
    if (asOf === null || asOf === WHOLE_DAY || profile_limits.features.as_of) return view;
    dispatch(toastAdded("blank", noBar(asOf)));
    return { ...view, asOf: null };
  };

/**
 * A view whose filters wait: its day is shown now, and once they are applied. Its bar is asked with them, as others
 * may not be known by then; where none waits, at once. Answers the bar that waits.
 */
const showView =
  (view: View, waiting: readonly Filter[]): AppThunk<AsOf | null> =>
  (dispatch) => {
    for (const action of viewActions({ ...view, asOf: null })) dispatch(action);
    const filters = waiting.filter(isComplete);
    if (view.day !== null && filters.length > 0) dispatch(dayWaits({ day: view.day, filters }));
    return dispatch(askWith(filters, view.asOf));
  };

/** Ask a bar together with filters that wait, or at once where none does; answers the bar that waits. */
const askWith =
  (filters: Filter[], asOf: AsOf | null): AppThunk<AsOf | null> =>
  (dispatch, getState) => {
    dispatch(asOfQueued(null));
    if (asOf === null || asOf === getState().ui.asOf) return null;
    if (filters.length > 0) {
      dispatch(asOfQueued({ asOf, filters }));
      return asOf;
    }
    void dispatch(askAsOf(asOf));
    return null;
  };

function said(known: Filter[], loaded: Filter[], gone: string[], waiting: AsOf | null): string {
  const asked = waiting === null ? "" : `, known up to ${asOfWords(waiting)}`;
  const words = loaded.length > 0 ? `${countOf(loaded.length, "filter")} now pending${asked}.` : ALREADY_SET;
  const lacking = `${KEPT_ASIDE}: ${listed(gone)}`;
  return [...(known.length > 0 ? [words] : []), ...(gone.length > 0 ? [lacking] : [])].join(" ");
}
