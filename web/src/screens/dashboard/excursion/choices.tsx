import { LabelledSelect } from "@/kit/fields/fields";
import { LimitedNumber } from "@/kit/fields/limited-number";
import styles from "./excursion.module.css";
import { BARS, COSTS, type ExcursionParameters, STEP } from "./parameters";

const SIDE_CHOICES = [
  { value: "up", label: "Up" },
  { value: "down", label: "Down" },
];
const BAR_CHOICES = BARS.map((bar) => ({ value: String(bar), label: bar === 0 ? "Open" : `Bar ${bar}` }));
const UNIT_CHOICES = [
  { value: "adr", label: "% of ADR10" },
  { value: "points", label: "Points" },
  { value: "r", label: "R, multiples of the stop" },
];

interface Props {
  parameters: ExcursionParameters;
  onAsk: (change: Partial<ExcursionParameters>) => void;
}

/** From which bar, to which side, in which unit, and at what costs. */
export function Choices({ parameters, onAsk }: Props) {
  return (
    <div className={styles.choices}>
      <LabelledSelect
        label="From"
        value={String(parameters.from)}
        choices={BAR_CHOICES}
        onChoose={(bar) => onAsk({ from: Number(bar) as ExcursionParameters["from"] })}
      />
      <LabelledSelect
        label="Target lies"
        value={parameters.side}
        choices={SIDE_CHOICES}
        onChoose={(side) => onAsk({ side: side as ExcursionParameters["side"] })}
      />
      <LabelledSelect
        label="Measured in"
        value={parameters.unit}
        choices={UNIT_CHOICES}
        onChoose={(unit) => onAsk({ unit: unit as ExcursionParameters["unit"] })}
      />
      {parameters.unit === "points" && (
        <LimitedNumber
          label="Step, points"
          limits={STEP}
          value={parameters.step}
          onNumber={(step) => onAsk({ step })}
        />
      )}
      <LimitedNumber
        label="Costs, ticks"
        limits={COSTS}
        value={parameters.costs}
        onNumber={(costs) => onAsk({ costs })}
      />
    </div>
  );
}
