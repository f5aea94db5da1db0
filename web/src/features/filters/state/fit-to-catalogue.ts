import { featureName } from "@/api/feature-names";
import type { FeaturesAnswer } from "@/api/generated";
import { knownFeatures } from "@/api/known-features";
import type { AppThunk } from "@/lib/state/hooks";
import { probabilitiesSet, toastAdded } from "@/lib/state/ui-slice";
import { listed } from "@/lib/text/format";
import type { Filter } from "./filters";
import { asideReturned, filtersSetAside } from "./filters-slice";
import { type Misfit, misfitIn } from "./fit";

const SAID: Record<Misfit, string> = {
  unknown: "Not available here, kept aside",
  unfit: "Not what the feature can be asked, kept aside",
};

/** Set aside the filters this catalogue has no use for and take back those it has; close cards it does not hold. */
export const fitToCatalogue =
  (catalogue: FeaturesAnswer): AppThunk =>
  (dispatch, getState) => {
    const misfit = misfitIn(catalogue);
    const { pending, active, aside } = getState().filters;
    const filters = [...active, ...pending];
    const known = [...catalogue.features, ...knownFeatures(getState())];
    const say = (text: string, named: Filter[]) => {
      if (named.length > 0)
        dispatch(
          toastAdded("blank", `${text}: ${listed(named.map((one) => featureName(one.feature, known)))}`),
        );
    };
    for (const reason of ["unknown", "unfit"] as const)
      say(
        SAID[reason],
        filters.filter((filter) => misfit(filter) === reason),
      );
    const gone = filters.filter((filter) => misfit(filter) !== null);
    const back = aside.filter((filter) => misfit(filter) === null);
    if (gone.length > 0) dispatch(filtersSetAside(gone));
    say("Available again, now pending", back);
    if (back.length > 0) dispatch(asideReturned(back));
    const names = new Set(catalogue.features.map(({ name }) => name));
    const open = getState().ui.activeProbabilityFeatures;
    if (!open.every((name) => names.has(name)))
      dispatch(probabilitiesSet(open.filter((name) => names.has(name))));
  };
