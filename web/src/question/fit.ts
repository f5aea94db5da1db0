import { baseName, knownFeatures, lagOf } from "@/api/feature-names";
import type { Feature, FeaturesAnswer } from "@/api/generated";
import type { AppThunk } from "@/lib/state/hooks";
import { asOfChosen, probabilitiesSet, toastAdded } from "@/lib/state/ui-slice";
import { isDay, listed } from "@/lib/text/format";
import { type AsOf, asOfWords, WHOLE_DAY } from "./as-of";
import { conditionNames } from "./filter-words";
import {
  ALL_OPERATORS,
  asksLists,
  type Condition,
  conditionsIn,
  type Filter,
  isDates,
  isListOperator,
  isOfLists,
  listsOf,
  OPERATORS,
  type Operator,
  type Scalar,
} from "./filters";
import { asideReturned, filtersSetAside } from "./filters-slice";
import { listNames } from "./known-lists";
import { KEPT_ASIDE } from "./words";

/** Why the catalogue has no use for a filter: no such feature here, or not with this operator or value. */
export type Misfit = "unknown" | "unfit";

interface Kind {
  operators: readonly Operator[];
  takes: (part: Scalar) => boolean;
}

const EQUALITY = ALL_OPERATORS.filter((operator) => !OPERATORS[operator].isOrder);

const isDate = (part: Scalar) => typeof part === "string" && isDay(part);
const DATES: Kind = { operators: ["=", "range"], takes: isDate };
const DATE_RANGE_FILTER: Kind = { operators: ["range"], takes: isDate };
const BOOLEANS: Kind = { operators: EQUALITY, takes: (part) => typeof part === "boolean" };
const LISTS: Kind = {
  operators: ALL_OPERATORS.filter(isListOperator),
  takes: (part) => typeof part === "string",
};
const NUMBERS: Kind = { operators: ALL_OPERATORS, takes: (part) => typeof part === "number" };
const WHOLES: Kind = { operators: ALL_OPERATORS, takes: (part) => Number.isInteger(part) };

/**
 * Asks of each filter whether this catalogue has its feature and the feature can be asked so (ruling 17); a group
 * fits where all of its conditions do. `lists` are the names of the lists of days, undefined while they are not known.
 */
export function misfitIn(
  { features, profile }: FeaturesAnswer,
  lists?: ReadonlySet<string>,
): (filter: Filter) => Misfit | null {
  const byName = new Map(features.map((feature) => [feature.name, feature]));
  const ofCondition = (condition: Condition) => {
    if (isOfLists(condition)) return listMisfit(condition, lists);
    const isLagged = lagOf(condition.feature) > 0;
    const feature = byName.get(baseName(condition.feature));
    if (!feature || (isLagged && (profile === "lite" || !feature.has_prev_twin))) return "unknown";
    return fits(condition, kindOf(feature), !isLagged && feature.by_bar_safe);
  };
  return (filter) => {
    if (isDates(filter)) return fits(filter, DATE_RANGE_FILTER, false);
    const misfits = conditionsIn(filter).map(ofCondition);
    return (
      misfits.find((misfit) => misfit === "unknown") ?? misfits.find((misfit) => misfit !== null) ?? null
    );
  };
}

/** Lists are known by their names in small letters, as the service knows them. */
function listMisfit(condition: Condition, lists?: ReadonlySet<string>): Misfit | null {
  const isGone = lists && listsOf(condition).some((name) => !lists.has(name.toLowerCase()));
  if (isGone) return "unknown";
  return condition.first_in === undefined ? fits(condition, LISTS, false) : "unfit";
}

/** A part that is still missing fits every feature. */
function fits({ operator, value, by_bar }: Condition, { operators, takes }: Kind, takesByBar: boolean) {
  const isTaken = [value].flat().every((part) => part === null || part === "" || takes(part));
  const isFit = isTaken && operators.includes(operator) && (by_bar === undefined || takesByBar);
  return isFit ? null : "unfit";
}

function kindOf({ ui_schema, business_logic }: Feature): Kind {
  const { type, validation } = ui_schema.filter_component;
  if (type === "BooleanFilter") return BOOLEANS;
  if (type === "DateFilter") return DATES;
  const labels = validation.enum;
  if (labels?.length) return { operators: EQUALITY, takes: (part) => labels.includes(String(part)) };
  return ["bar", "count"].includes(business_logic.value_format) ? WHOLES : NUMBERS;
}

/** The whole day is asked where the tier has no bars. */
const fitBar =
  ({ profile_limits }: FeaturesAnswer): AppThunk =>
  (dispatch, getState) => {
    const asOf = getState().filters.nextAsOf?.asOf ?? getState().ui.asOf;
    if (profile_limits.features.as_of || asOf === WHOLE_DAY) return;
    dispatch(asOfChosen(WHOLE_DAY));
    dispatch(toastAdded("blank", noBar(asOf)));
  };

/** That a tier asks of the whole day only. */
export const noBar = (asOf: AsOf) =>
  `Not available here: known up to ${asOfWords(asOf)}. The whole day is asked`;

/** Set aside the filters this catalogue has no use for and take back those it has; close cards it does not hold; ask of the whole day where it has no bars. */
export const fitToCatalogue =
  (catalogue: FeaturesAnswer): AppThunk =>
  (dispatch, getState) => {
    const lists = listNames(getState());
    const misfit = misfitIn(catalogue, lists);
    const { pending, active, aside } = getState().filters;
    const filters = [...active, ...pending.filter(({ removed }) => !removed)];
    const known = [...catalogue.features, ...knownFeatures(getState())];
    const say = (words: string, named: Filter[]) => {
      const names = listed(conditionNames(named, known));
      if (named.length > 0) dispatch(toastAdded("blank", `${words}: ${names}`));
    };
    const unknown = filters.filter((filter) => misfit(filter) === "unknown");
    const unfit = filters.filter((filter) => misfit(filter) === "unfit");
    const isThere = (filter: Filter) => lists !== undefined || !asksLists(filter);
    const back = aside.filter((filter) => misfit(filter) === null && isThere(filter));
    say(KEPT_ASIDE, unknown);
    say("Not what the feature can be asked, kept aside", unfit);
    if (unknown.length + unfit.length > 0) dispatch(filtersSetAside([...unknown, ...unfit]));
    say("Available again, now pending", back);
    if (back.length > 0) dispatch(asideReturned(back));
    dispatch(fitBar(catalogue));
    const open = getState().ui.activeProbabilityFeatures;
    const held = open.filter((name) => catalogue.features.some((feature) => feature.name === name));
    if (held.length < open.length) dispatch(probabilitiesSet(held));
  };
