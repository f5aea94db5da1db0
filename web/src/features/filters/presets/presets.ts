import { featureName } from "@/api/feature-names";
import type { FeaturesAnswer } from "@/api/generated";
import { dayWaits } from "@/features/chart/state/chart-slice";
import { showFeatures } from "@/features/dashboard/state/show-features";
import type { AppThunk } from "@/lib/state/hooks";
import { toastAdded } from "@/lib/state/ui-slice";
import { countOf, listed } from "@/lib/text/format";
import { type Filter, isComplete, sameFilter } from "../state/filters";
import { filtersLoaded, filtersSetAside, presetsMerged, type SavedSet } from "../state/filters-slice";
import { misfitIn } from "../state/fit";
import { keepPresets } from "../state/saved-filters";
import { type View, viewActions, viewOf } from "../state/view";

const REFUSED = "The browser's storage is full or blocked.";

/** Save the active filters and the view under a name; a preset of that name is overwritten. */
export const savePreset =
  (name: string): AppThunk =>
  (dispatch, getState) => {
    const state = getState();
    const changes = { set: { [name]: { filters: state.filters.active, view: viewOf(state) } }, gone: [] };
    const isKept = keepPresets(changes);
    dispatch(presetsMerged(changes));
    if (isKept) dispatch(toastAdded("success", `Preset ${name} saved successfully`));
    else dispatch(toastAdded("error", `${REFUSED} Preset ${name} holds until the page closes.`));
  };

export const deletePreset =
  (name: string): AppThunk =>
  (dispatch) => {
    const changes = { set: {}, gone: [name] };
    const isKept = keepPresets(changes);
    dispatch(presetsMerged(changes));
    if (isKept) dispatch(toastAdded("success", `Preset ${name} deleted`));
    else dispatch(toastAdded("error", `${REFUSED} Preset ${name} will be back with the next visit.`));
  };

/**
 * Put a saved set's filters on the cards as pending and show its view; filters this catalogue has no use for are kept
 * aside and named.
 */
export const loadSet =
  ({ filters, view }: SavedSet, catalogue: FeaturesAnswer): AppThunk =>
  (dispatch, getState) => {
    const misfit = misfitIn(catalogue);
    const known = filters.filter((filter) => misfit(filter) === null);
    const gone = filters.filter((filter) => misfit(filter) !== null);
    dispatch(filtersLoaded(known));
    if (gone.length > 0) dispatch(filtersSetAside(gone));
    const { pending } = getState().filters;
    const loaded = known.filter((filter) => pending.some((other) => sameFilter(other, filter)));
    if (view) dispatch(showView(view, loaded));
    dispatch(showFeatures(namesOf(known), catalogue.features));
    const names = namesOf(gone).map((name) => featureName(name, catalogue.features));
    dispatch(toastAdded(loaded.length > 0 ? "success" : "blank", said(known, loaded, names)));
  };

/** A view whose filters wait: its day is shown now, and once they are applied. */
const showView =
  (view: View, waiting: readonly Filter[]): AppThunk =>
  (dispatch) => {
    for (const action of viewActions(view)) dispatch(action);
    const filters = waiting.filter(isComplete);
    if (view.day !== null && filters.length > 0) dispatch(dayWaits({ day: view.day, filters }));
  };

const namesOf = (filters: readonly Filter[]) => filters.map(({ feature }) => feature);

function said(known: Filter[], loaded: Filter[], gone: string[]): string {
  const words =
    loaded.length > 0 ? `${countOf(loaded.length, "filter")} now pending.` : "These filters are set already.";
  const lacking = `Not available here, kept aside: ${listed(gone)}`;
  return [...(known.length > 0 ? [words] : []), ...(gone.length > 0 ? [lacking] : [])].join(" ");
}
