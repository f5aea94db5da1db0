import type { FeaturesAnswer } from "@/api/generated";
import { featureName } from "@/lib/feature-names";
import { type Filter, sameFilter } from "@/lib/filters";
import { misfitIn } from "@/lib/fit";
import { countOf, listed } from "@/lib/format";
import { filtersLoaded, filtersSetAside, presetDeleted, presetSaved } from "@/lib/state/filters-slice";
import type { AppThunk } from "@/lib/state/hooks";
import { keepPreset } from "@/lib/state/saved-filters";
import { showFeatures } from "@/lib/state/show-features";
import { toastAdded } from "@/lib/state/ui-slice";

const REFUSED = "The browser's storage is full or blocked.";

/** Save the active filters under a name; the preset of that name, if there is one, is overwritten. */
export const savePreset =
  (name: string): AppThunk =>
  (dispatch, getState) => {
    const filters = getState().filters.active;
    const isKept = keepPreset(name, filters);
    dispatch(presetSaved({ name, filters }));
    if (isKept) dispatch(toastAdded("success", `Preset ${name} saved successfully`));
    else dispatch(toastAdded("error", `${REFUSED} Preset ${name} holds until the page closes.`));
  };

export const deletePreset =
  (name: string): AppThunk =>
  (dispatch) => {
    const isKept = keepPreset(name, null);
    dispatch(presetDeleted(name));
    if (isKept) dispatch(toastAdded("success", `Preset ${name} deleted`));
    else dispatch(toastAdded("error", `${REFUSED} Preset ${name} will be back with the next visit.`));
  };

/** Put a saved set on the cards as pending; what this catalogue has no use for is kept aside and named. */
export const loadFilters =
  (filters: readonly Filter[], catalogue: FeaturesAnswer): AppThunk =>
  (dispatch, getState) => {
    const misfit = misfitIn(catalogue);
    const known = filters.filter((filter) => misfit(filter) === null);
    const gone = filters.filter((filter) => misfit(filter) !== null);
    dispatch(filtersLoaded(known));
    dispatch(
      showFeatures(
        known.map(({ feature }) => feature),
        catalogue.features,
      ),
    );
    if (gone.length > 0) dispatch(filtersSetAside(gone));
    const names = gone.map(({ feature }) => featureName(feature, catalogue.features));
    const { pending } = getState().filters;
    const loaded = known.filter((filter) => pending.some((other) => sameFilter(other, filter)));
    dispatch(toastAdded(loaded.length > 0 ? "success" : "blank", said(known, loaded, names)));
  };

function said(known: Filter[], loaded: Filter[], gone: string[]): string {
  const words =
    loaded.length > 0 ? `${countOf(loaded.length, "filter")} now pending.` : "These filters are set already.";
  const lacking = `Not available here, kept aside: ${listed(gone)}`;
  return [...(known.length > 0 ? [words] : []), ...(gone.length > 0 ? [lacking] : [])].join(" ");
}
