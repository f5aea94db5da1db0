import { choice, parameter, readParameters, type Values } from "@/address/parameters";
import type { ExcursionRequest } from "@/api/generated";

export type DecisionBar = ExcursionRequest["from_bar"];
export type Way = ExcursionRequest["side"];
export type Unit = NonNullable<ExcursionRequest["unit"]>;

/** A target and a stop, each a distance of the question's ladder. */
export interface Place {
  target: number;
  stop: number;
}

export const BARS: readonly DecisionBar[] = [0, 6, 12, 18, 36, 54];
const SIDES: readonly Way[] = ["up", "down"];
const UNITS: readonly Unit[] = ["adr", "points", "r"];
export const STEP = { min: 0.05, max: 500, step: 1, fallback: 5 };
export const COSTS = { min: 0, max: 1000, step: 0.5, fallback: 0 };

/** A number that is typed: it makes no steps of the history. */
const typedNumber = (name: string, { min, max, fallback }: typeof STEP, removes: string[] = []) =>
  parameter<number>(
    name,
    (given) => {
      const number = given === null ? Number.NaN : Number(given);
      return number >= min && number <= max ? number : fallback;
    },
    (number) => (number === fallback ? null : String(number)),
    { change: "replace", removes },
  );

/** The unit of targets and stops, and the step of those in points; another ladder has other cells. */
const LADDER = {
  unit: choice("unit", UNITS, "adr", { removes: ["cell"] }),
  step: typedNumber("step", STEP, ["cell"]),
};

/** What the page asks; costs are ticks of one round trip, `picked` is a cell of the ladder. */
export const EXCURSION = {
  from: choice("from", BARS, 0),
  side: choice("side", SIDES, "up"),
  ...LADDER,
  costs: typedNumber("costs", COSTS),
  picked: parameter<Place | null>(
    "cell",
    (given, query) => {
      const [target = Number.NaN, stop = Number.NaN] = (given ?? "").split("/").map(Number);
      const { targets, stops } = ladders(readParameters(LADDER, query));
      return targets.includes(target) && stops.includes(stop) ? { target, stop } : null;
    },
    (place) => place && `${place.target}/${place.stop}`,
  ),
};

export type ExcursionParameters = Values<typeof EXCURSION>;

const IN_ADR = [5, 10, 15, 20, 25, 30, 40, 50, 75, 100];
const IN_R = [0.5, 1, 1.5, 2, 2.5, 3, 4, 5];
const STEPS = 10;

/** The targets and stops of the grid; stops of targets in R are in percent of ADR10. */
export function ladders({ unit, step }: Values<typeof LADDER>): {
  targets: number[];
  stops: number[];
} {
  if (unit === "points") {
    const points = Array.from({ length: STEPS }, (_, at) => Number(((at + 1) * step).toFixed(6)));
    return { targets: points, stops: points };
  }
  return { targets: unit === "r" ? IN_R : IN_ADR, stops: IN_ADR };
}
