import { Fragment } from "react";
import type { Feature, FeatureResult } from "@/api/generated";
import type { DayBar } from "@/features/days/state/days-slice";
import { untested } from "@/lib/text/verdict";
import { sectionsOf } from "./displays/displays";
import { ModuleDays } from "./elements/day-links";
import { SectionList } from "./elements/sections";
import { combined, inOrder, type NamedModule, type ShownModule } from "./kinds";
import { Cautions, MissingDays } from "./notes";
import styles from "./probability.module.css";
import { SplitNote, splitIn, TOGETHER } from "./split";

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
  const unmixed = modules.filter(({ kind }) => !(split?.mixesMatched && TOGETHER.includes(kind)));
  const shown = combined(unmixed.filter(({ module }) => module.status !== "error"));
  const hasOthers = ({ module: { data } }: NamedModule) =>
    filtered && (!split?.mixesOthers || (data !== null && "parts" in data));
  const why = result.metadata ? untested(feature.name, result.metadata) : null;
  const coinLeads = readsTheDay(result.metadata);
  return (
    <>
      {shown.map((each, index) => (
        <Fragment key={each.name}>
          <Module {...each} {...{ feature, untested: why, coinLeads, onDays }} filtered={hasOthers(each)} />
          {index === 0 && result.metadata && <Cautions feature={feature.name} metadata={result.metadata} />}
        </Fragment>
      ))}
      {split?.mixesMatched && <SplitNote split={split} />}
      <MissingDays modules={modules} />
      {failed.length > 0 && <ModuleErrors failed={failed} />}
    </>
  );
}

interface ModuleProps extends Omit<Props, "result"> {
  untested: string | null;
  coinLeads: boolean;
}

/** Whether filters read bars that the outcome is made of, or that come after it begins. */
function readsTheDay(metadata: FeatureResult["metadata"] | null | undefined): boolean {
  return metadata ? metadata.look_ahead.length > 0 || Boolean(metadata.shared_bars) : false;
}

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
