import { Fragment } from "react";
import type { DayBar } from "@/address/days-slice";
import type { Feature, FeatureResult } from "@/api/generated";
import { isOfAdr } from "@/kit/adr-points";
import { useAppSelector } from "@/lib/state/hooks";
import { untested } from "@/lib/text/verdict";
import { barOf } from "@/question/as-of";
import { verdict } from "@/question/figures/verdict";
import { byWhen } from "./displays/by-when";
import { sectionsOf } from "./displays/displays";
import type { DisplayContext } from "./displays/section";
import { ModuleDays } from "./elements/day-links";
import { SectionList } from "./elements/sections";
import { combined, inOrder, type NamedModule, OF_TIMES, type ShownModule } from "./kinds";
import { Cautions, MedianPoints, MissingDays } from "./notes";
import styles from "./probability.module.css";
import { SplitNote, splitIn, TOGETHER } from "./split";
import { Times } from "./times";

interface Props {
  feature: Feature;
  result: FeatureResult;
  filtered: boolean;
  /** Opens the days of a bar. */
  onDays?: ((bar: DayBar) => void) | undefined;
}

/**
 * The answer in one line and what to know before trusting it, then a feature's modules in their fixed order; those that
 * failed are named below them. Where an event is drawn by when it came, the modules of its times open below the curve.
 */
export function ModuleList({ feature, result, filtered, onDays }: Props) {
  const modules = inOrder(result.modules);
  const split = splitIn(modules);
  const failed = modules.filter(({ module }) => module.status === "error");
  const unmixed = modules.filter(({ kind }) => !(split?.mixesMatched && TOGETHER.includes(kind)));
  const shown = combined(unmixed.filter(({ module }) => module.status !== "error"));
  const asOf = barOf(useAppSelector(({ ui }) => ui.asOf)) ?? 0;
  const timing = timingIn(modules, filtered);
  const asked = {
    feature,
    onDays,
    asOf,
    timing: timing?.data ?? null,
    untested: result.metadata ? untested(feature.name, result.metadata) : null,
  };
  const hasOthers = ({ module: { data } }: NamedModule) =>
    filtered && (!split?.mixesOthers || (data !== null && "parts" in data));
  const isOfTimes = ({ kind }: NamedModule) => timing !== null && OF_TIMES.includes(kind);
  const module = (each: ShownModule) => (
    <Module key={each.name} {...each} {...asked} filtered={hasOthers(each)} />
  );
  const times = shown.filter(isOfTimes);
  const drawsItself = timing !== null && !shown.some(({ kind }) => kind === "occurrence");
  const timesShown = (
    <Fragment key="times">
      {drawsItself && (
        <ModuleDays feature={feature} module="timing_analysis" open={onDays}>
          <SectionList sections={[byWhen(timing.data, { feature, n: timing.n, asOf })]} />
        </ModuleDays>
      )}
      <Times feature={feature.name} kinds={times.map(({ kind }) => kind)}>
        {() => times.map(module)}
      </Times>
    </Fragment>
  );
  return (
    <>
      <FirstLine {...{ feature, result, filtered, onDays }} />
      {result.metadata && <Cautions feature={feature.name} metadata={result.metadata} />}
      {shown.map((each) => (isOfTimes(each) ? each === times[0] && timesShown : module(each)))}
      {split?.mixesMatched && <SplitNote split={split} />}
      <MissingDays modules={modules} />
      {isOfAdr(feature) && <MedianPoints result={result} />}
      {failed.length > 0 && <ModuleErrors failed={failed} />}
    </>
  );
}

/** When an event came, and of how many days; null where it never did. Unfiltered there are no other days to speak of. */
function timingIn(modules: readonly NamedModule[], filtered: boolean) {
  for (const { kind, module } of modules) {
    const { data, metadata } = module;
    const n = metadata?.n ?? 0;
    if (kind === "timing_analysis" && data && "by_bar_days" in data && data.total_occurrences > 0 && n > 0)
      return { data: filtered ? data : { ...data, others: null }, n };
  }
  return null;
}

function FirstLine({ feature, result, filtered, onDays }: Props) {
  const said = verdict(feature, result, filtered);
  if (said === null) return null;
  const { figure, words, luck, bar } = said;
  const line = { headline: figure, words, luck, ...(bar && { bar }) };
  return (
    <ModuleDays feature={feature} module={bar?.module ?? "occurrence"} open={onDays}>
      <SectionList sections={[line]} />
    </ModuleDays>
  );
}

interface ModuleProps extends Omit<Props, "result">, Pick<DisplayContext, "untested" | "timing" | "asOf"> {}

function Module({ events, ...shown }: ShownModule & ModuleProps) {
  const { name, kind, module, ...asked } = shown;
  return (
    <section className={styles.module} data-module={kind ?? name}>
      <h4 className={kind === "occurrence" ? "visually-hidden" : styles.title}>
        {module.display_name || name}
      </h4>
      <Answer {...shown} asDetail={false} />
      {events.map((event) => (
        <Fragment key={event.name}>
          <h5 className="visually-hidden">{event.module.display_name || event.name}</h5>
          <Answer {...event} {...asked} asDetail={kind !== "occurrence"} />
        </Fragment>
      ))}
    </section>
  );
}

function Answer({ kind, module, onDays, ...asked }: NamedModule & ModuleProps & { asDetail: boolean }) {
  if (kind === null) {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      <pre className={styles.raw} tabIndex={0}>
        {JSON.stringify(module.data, null, 2)}
      </pre>
    );
  }
  return (
    <ModuleDays feature={asked.feature} module={kind} open={onDays}>
      <SectionList sections={sectionsOf(kind, module.data, { ...asked, n: module.metadata?.n ?? 0 })} />
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
