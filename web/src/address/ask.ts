import { useNavigate } from "react-router";
import { useCatalogue } from "@/api/catalogue";
import { baseName } from "@/api/feature-names";
import type { Claim, Feature, FeaturesAnswer } from "@/api/generated";
import { selectTier } from "@/api/session/session-slice";
import { type AppThunk, useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { featurePinned, probabilityShown } from "@/lib/state/ui-slice";
import { TIERS, type Tier } from "@/lib/tiers";
import { addConditions } from "@/question/add-conditions";
import { applyPending } from "@/question/apply-filters";
import { asOfAt, WHOLE_DAY } from "@/question/as-of";
import { askAsOf } from "@/question/ask-as-of";
import { type Filter, featuresIn } from "@/question/filters";
import { selectPendingCount } from "@/question/filters-slice";
import { readWhole } from "@/question/read-filter";
import { cardShown, showFeatures } from "./show-features";

/** Whether a tier may not ask a question, whose figures it may read. */
export const isLocked = ({ tier }: Claim, own: Tier) => TIERS.indexOf(tier) > TIERS.indexOf(own);

/** The features that a question's outcome is read from. */
const outcomeFeatures = ({ outcome }: Claim) =>
  readWhole([outcome]).filters.flatMap(featuresIn).map(baseName);

/** Make a question's filters and bar the page's, and open the card of its outcome. */
const claimShown =
  (claim: Claim, { features, profile_limits }: FeaturesAnswer): AppThunk =>
  (dispatch) => {
    const { as_of } = claim;
    const asOf = profile_limits.features.as_of && as_of !== null ? asOfAt(as_of) : WHOLE_DAY;
    for (const name of outcomeFeatures(claim).reverse()) dispatch(cardShown(name, features));
    void dispatch(askAsOf(asOf, readWhole(claim.filters).filters, "Failed to ask the question"));
  };

/** Let days match filters too, and make a feature's answer that of the question. */
export const outcomeChosen =
  (filters: readonly Filter[], outcome: string, features: readonly Feature[]): AppThunk =>
  (dispatch, getState) => {
    dispatch(addConditions(filters));
    dispatch(showFeatures([outcome], features));
    dispatch(probabilityShown(outcome));
    dispatch(featurePinned(outcome));
    if (selectPendingCount(getState()) > 0) void dispatch(applyPending());
  };

/** Asks a question on the dashboard; null while that cannot be done. */
export function useAsk(): ((claim: Claim) => void) | null {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const catalogue = useCatalogue().data;
  const isApplying = useAppSelector(({ filters }) => filters.isApplying);
  if (!catalogue || isApplying) return null;
  return (claim) => {
    dispatch(claimShown(claim, catalogue));
    void navigate("/dashboard");
  };
}

/** The first question of each group that the visitor's tier may ask. */
export function useFirstOfGroups(claims: readonly Claim[]): Claim[] {
  const tier = useAppSelector(selectTier);
  const open = claims.filter((claim) => !isLocked(claim, tier));
  return open.filter(({ group }, at) => open.findIndex((other) => other.group === group) === at);
}
