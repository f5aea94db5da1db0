import { baseName, DATE_RANGE, PREV_SUFFIX } from "@/api/feature-names";
import type { Feature, FeaturesAnswer } from "@/api/generated";
import type { Filter, Operator, Scalar } from "./filters";

/** Why the catalogue has no use for a filter: no such feature here, or not with this operator or value. */
export type Misfit = "unknown" | "unfit";

interface Kind {
  operators: readonly Operator[];
  takes: (part: Scalar) => boolean;
}

interface Askable extends Kind {
  takesByBar: boolean;
}

const EQUALITY: Operator[] = ["=", "!=", "in", "not_in"];
const ORDER: Operator[] = [...EQUALITY, ">", "<", ">=", "<=", "range"];

const DATES: Kind = { operators: ["=", "range"], takes: isDate };
const HEADER_DATES: Askable = { operators: ["range"], takes: isDate, takesByBar: false };
const BOOLEANS: Kind = { operators: EQUALITY, takes: (part) => typeof part === "boolean" };
const NUMBERS: Kind = { operators: ORDER, takes: (part) => typeof part === "number" };
const WHOLES: Kind = { operators: ORDER, takes: (part) => Number.isInteger(part) };

/** Asks of each filter whether this catalogue has its feature and the feature can be asked so (ruling 17). */
export function misfitIn({ features, profile }: FeaturesAnswer): (filter: Filter) => Misfit | null {
  const byName = new Map(features.map((feature) => [feature.name, feature]));
  const askable = (name: string) => (name === DATE_RANGE ? HEADER_DATES : askedAs(name, byName, profile));
  return (filter) => {
    const kind = askable(filter.feature);
    if (!kind) return "unknown";
    return fits(filter, kind) ? null : "unfit";
  };
}

function askedAs(
  name: string,
  byName: ReadonlyMap<string, Feature>,
  profile: FeaturesAnswer["profile"],
): Askable | null {
  const feature = byName.get(baseName(name));
  if (!feature) return null;
  if (!name.endsWith(PREV_SUFFIX)) return { ...kindOf(feature), takesByBar: feature.by_bar_safe };
  const hasTwin = profile !== "lite" && feature.has_prev_twin;
  return hasTwin ? { ...kindOf(feature), takesByBar: false } : null;
}

/** A part that is still missing fits every feature. */
function fits({ operator, value, by_bar }: Filter, { operators, takes, takesByBar }: Askable): boolean {
  const parts = Array.isArray(value) ? value : [value];
  const isTaken = parts.every((part) => part === null || part === "" || takes(part));
  return isTaken && operators.includes(operator) && (by_bar === undefined || takesByBar);
}

function kindOf({ ui_schema, business_logic }: Feature): Kind {
  const { type, validation } = ui_schema.filter_component;
  if (type === "BooleanFilter") return BOOLEANS;
  if (type === "DateFilter") return DATES;
  const labels = validation.enum;
  if (labels?.length) return { operators: EQUALITY, takes: (part) => labels.includes(String(part)) };
  return ["bar", "count"].includes(business_logic.value_format) ? WHOLES : NUMBERS;
}

function isDate(part: Scalar): boolean {
  if (typeof part !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(part)) return false;
  const time = Date.parse(`${part}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(part);
}
