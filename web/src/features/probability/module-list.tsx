import { type ComponentType, Fragment } from "react";
import type { Feature, FeatureResult } from "@/api/generated";
import type { DayBar } from "@/features/days/state/days-slice";
import { untested } from "@/lib/text/verdict";
import { AthDisplay } from "./displays/ath-display";
import { BasicDisplay } from "./displays/basic-display";
import { CategoricalDisplay } from "./displays/categorical-display";
import { CountDisplay } from "./displays/count-display";
import type { DisplayProps } from "./displays/display";
import { EmaDisplay } from "./displays/ema-display";
import { ExtremeDisplay } from "./displays/extreme-display";
import { HoursDisplay } from "./displays/hours-display";
import { OccurrenceDisplay } from "./displays/occurrence-display";
import { PercentageDisplay } from "./displays/percentage-display";
import { PeriodDisplay } from "./displays/period-display";
import { StreakDisplay } from "./displays/streak-display";
import { ThresholdDisplay } from "./displays/threshold-display";
import { TimingDisplay } from "./displays/timing-display";
import { ModuleDays } from "./elements/day-links";
import { combined, inOrder, type KnownKind, type NamedModule, type ShownModule } from "./kinds";
import { Cautions, MissingDays } from "./notes";
import styles from "./probability.module.css";
import { isMixed, SplitNote, splitIn } from "./split";

const DISPLAYS: Readonly<Record<KnownKind, ComponentType<DisplayProps>>> = {
  occurrence: OccurrenceDisplay,
  basic_distribution: BasicDisplay,
  timing_analysis: TimingDisplay,
  period_probability: PeriodDisplay,
  time_distribution: HoursDisplay,
  percentage_distribution: PercentageDisplay,
  threshold_analysis: ThresholdDisplay,
  extreme_timing: ExtremeDisplay,
  categorical_distribution: CategoricalDisplay,
  hod_lod_analysis: ExtremeDisplay,
  ema_accumulation: EmaDisplay,
  streak_analysis: StreakDisplay,
  binary_multi_occurrence: CountDisplay,
  ath_analysis: AthDisplay,
};

interface Props {
  feature: Feature;
  result: FeatureResult;
  filtered: boolean;
  /** Opens the days of a bar. */
  onDays?: ((bar: DayBar) => void) | undefined;
}

/** A feature's modules in their fixed order, warnings under the first, those that failed named below them. */
export function ModuleList({ feature, result, filtered, onDays }: Props) {
  const modules = inOrder(result.modules);
  const split = splitIn(modules);
  const failed = modules.filter(({ module }) => module.status === "error");
  const whole = modules.filter((each) => each.module.status !== "error" && !isMixed(each, split));
  const shown = combined(whole);
  const hasOthers = ({ module: { data } }: NamedModule) =>
    filtered && (!split?.mixesOthers || (data !== null && "parts" in data));
  const why = result.metadata ? untested(feature.name, result.metadata) : null;
  return (
    <>
      {shown.map((each, index) => (
        <Fragment key={each.name}>
          <Module {...each} {...{ feature, untested: why, onDays }} filtered={hasOthers(each)} />
          {index === 0 && result.metadata && <Cautions feature={feature.name} metadata={result.metadata} />}
        </Fragment>
      ))}
      {split?.mixesMatched && <SplitNote split={split} />}
      <MissingDays modules={modules} />
      {failed.length > 0 && <ModuleErrors failed={failed} />}
    </>
  );
}

interface Asked extends Omit<Props, "result"> {
  untested: string | null;
}

function Module({ events, ...shown }: ShownModule & Asked) {
  const { name, kind, module, ...asked } = shown;
  const title = module.display_name || name;
  return (
    <section className={styles.module} data-module={kind ?? name}>
      <h4 className={kind === "occurrence" ? "visually-hidden" : styles.title}>{title}</h4>
      <Answer {...shown} />
      {events.map((event) => (
        <Fragment key={event.name}>
          <h5 className="visually-hidden">{event.module.display_name || event.name}</h5>
          <Answer {...event} {...asked} asDetail={kind !== "occurrence"} />
        </Fragment>
      ))}
    </section>
  );
}

interface Answered extends NamedModule, Asked {
  asDetail?: boolean;
}

function Answer({ kind, module, feature, filtered, untested, onDays, asDetail = false }: Answered) {
  if (kind === null) {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      <pre className={styles.raw} tabIndex={0}>
        {JSON.stringify(module.data, null, 2)}
      </pre>
    );
  }
  const Display = DISPLAYS[kind];
  return (
    <ModuleDays feature={feature} module={kind} open={onDays}>
      <Display
        feature={feature}
        data={module.data}
        n={module.metadata?.n ?? 0}
        filtered={filtered}
        untested={untested}
        asDetail={asDetail}
      />
    </ModuleDays>
  );
}

function ModuleErrors({ failed }: { failed: readonly NamedModule[] }) {
  return (
    <div className={styles.failures}>
      <p>Module Errors:</p>
      <ul>
        {failed.map(({ name, module }) => (
          <li key={name}>
            {module.display_name || name}: {module.error || "Unknown error"}
          </li>
        ))}
      </ul>
    </div>
  );
}
