import { Fragment } from "react";
import type { DayBar } from "@/address/days-slice";
import type { Feature, FeatureResult } from "@/api/generated";
import { isOfAdr } from "@/kit/adr-points";
import { useAppSelector } from "@/lib/state/hooks";
import { untested } from "@/lib/text/verdict";
import { barOf } from "@/question/as-of";
import { type Verdict, verdict } from "@/question/figures/verdict";
import { AllFigures } from "./all-figures";
import { byWhen } from "./displays/by-when";
import { sectionsOf } from "./displays/displays";
import { atAGlance } from "./displays/occurrence";
import type { DisplayContext } from "./displays/section";
import { ModuleDays } from "./elements/day-links";
import { SectionList } from "./elements/sections";
import { combined, inOrder, type NamedModule, type ShownModule } from "./kinds";
import { Cautions, MedianPoints, MissingDays } from "./notes";
import styles from "./probability.module.css";
import { SplitNote, splitIn, TOGETHER } from "./split";

interface Props {
  feature: Feature;
  result: FeatureResult;
  filtered: boolean;
  /** Opens the days of a bar. */
  onDays?: ((bar: DayBar) => void) | undefined;
}

/**
 * The answer in one line, what to know before trusting it, an event's rate beside others and a coin, and by when it
 * came. The modules follow in their fixed order, folded where something is said above them; those that failed are named.
 */
export function ModuleList({ feature, result, filtered, onDays }: Props) {
  const modules = inOrder(result.modules);
  const split = splitIn(modules);
  const failed = modules.filter(({ module }) => module.status === "error");
  const unmixed = modules.filter(({ kind }) => !(split?.mixesMatched && TOGETHER.includes(kind)));
  const shown = combined(unmixed.filter(({ module }) => module.status !== "error"));
  const asOf = barOf(useAppSelector(({ ui }) => ui.asOf)) ?? 0;
  const asked = {
    feature,
    onDays,
    asOf,
    untested: result.metadata ? untested(feature.name, result.metadata) : null,
  };
  const hasOthers = ({ module: { data } }: NamedModule) =>
    filtered && (!split?.mixesOthers || (data !== null && "parts" in data));
  const said = verdict(feature, result, filtered);
  const event = shown.find(({ kind }) => kind === "occurrence");
  const figures = () =>
    shown.map((each) => <Module key={each.name} {...each} {...asked} filtered={hasOthers(each)} />);
  const days = <MissingDays modules={modules} />;
  return (
    <>
      <div className={styles.glance}>
        <div className={styles.said}>
          {said && <FirstLine {...{ feature, said, onDays }} />}
          {result.metadata && <Cautions feature={feature.name} metadata={result.metadata} />}
          {event && <Glance {...event} {...asked} filtered={hasOthers(event)} />}
          {split?.mixesMatched && <SplitNote split={split} />}
        </div>
        <ByWhen {...{ feature, filtered, asOf, onDays, modules }} />
        {said && (
          <AllFigures
            feature={feature.name}
            notes={
              <>
                {days}
                {isOfAdr(feature) && <MedianPoints result={result} />}
              </>
            }
          >
            {figures}
          </AllFigures>
        )}
      </div>
      {!said && (
        <div className={styles.modules}>
          {figures()}
          {days}
        </div>
      )}
      {failed.length > 0 && <ModuleErrors failed={failed} />}
    </>
  );
}

interface ByWhenProps extends Omit<Props, "result">, Pick<DisplayContext, "asOf"> {
  modules: readonly NamedModule[];
}

/** When an event came; nothing where it never did. Unfiltered there are no other days to speak of. */
function ByWhen({ feature, filtered, asOf, onDays, modules }: ByWhenProps) {
  const { data, metadata } = modules.find(({ kind }) => kind === "timing_analysis")?.module ?? {};
  const n = metadata?.n ?? 0;
  if (!data || !("by_bar_days" in data) || data.total_occurrences === 0 || n === 0) return null;
  const counted = filtered ? data : { ...data, others: null };
  return (
    <div className={styles.byWhen}>
      <ModuleDays feature={feature} module="timing_analysis" open={onDays}>
        <SectionList sections={[byWhen(counted, { feature, n, asOf }, otherDaysIn(modules))]} />
      </ModuleDays>
    </div>
  );
}

/** How many other days the event's rate has; where it has none they are counted by the curve itself. */
function otherDaysIn(modules: readonly NamedModule[]): number | undefined {
  for (const { module } of modules)
    if (module.data && "occurrence_days" in module.data) return module.data.others?.total_days;
  return undefined;
}

interface FirstLineProps extends Pick<Props, "feature" | "onDays"> {
  said: Verdict;
}

function FirstLine({ feature, said, onDays }: FirstLineProps) {
  const { figure, words, luck, bar } = said;
  const line = { headline: figure, words, luck, ...(bar && { bar }) };
  return (
    <ModuleDays feature={feature} module={bar?.module ?? "occurrence"} open={onDays}>
      <SectionList sections={[line]} />
    </ModuleDays>
  );
}

interface ModuleProps extends Omit<Props, "result">, Pick<DisplayContext, "untested" | "asOf"> {}

function Glance({ module: { data, metadata }, onDays, ...asked }: NamedModule & ModuleProps) {
  if (!data || !("occurrence_days" in data)) return null;
  const counted = asked.filtered ? data : { ...data, others: null };
  const context = { ...asked, n: metadata?.n ?? 0, asDetail: false };
  return (
    <ModuleDays feature={asked.feature} module="occurrence" open={onDays}>
      <SectionList sections={atAGlance(counted, context)} />
    </ModuleDays>
  );
}

function Module({ events, ...shown }: ShownModule & ModuleProps) {
  const { name, kind, module, ...asked } = shown;
  return (
    <section className={styles.module} data-module={kind ?? name}>
      <h4 className={styles.title}>{module.display_name || name}</h4>
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
