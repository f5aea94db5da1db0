import type { ReactNode } from "react";
import { useFeaturesByName, useSummary } from "@/api/catalogue";
import { useDayCount } from "@/api/data-api";
import { baseName } from "@/api/feature-names";
import { useDayColumns } from "@/features/days/state/days-api";
import { filterWords } from "@/features/filters/state/filter-words";
import { selectActive } from "@/features/filters/state/filters-slice";
import { useSelectionKey } from "@/features/filters/state/selection";
import { flags } from "@/lib/flags";
import { useAppSelector } from "@/lib/state/hooks";
import { selectProbabilityFeatures } from "@/lib/state/ui-slice";
import { countOf, formatCount } from "@/lib/text/format";
import styles from "./export.module.css";
import { ExportButtons } from "./export-buttons";
import { selectCounters } from "./state/counters-slice";

/** Files of what the dashboard shows; a build without exports has the specification's sentence instead. */
export default function ExportPage() {
  return (
    <div className={styles.page}>
      <h1>Export</h1>
      {flags.exports ? (
        <Exports />
      ) : (
        <p>Export functionality for CSV, Excel, and PDF will be available here.</p>
      )}
    </div>
  );
}

function Exports() {
  const { dataExports } = useAppSelector(selectCounters);
  return (
    <>
      <p>Save the days that match the active filters, or the statistics of the open cards, as a file.</p>
      <Selection />
      <Days />
      <Statistics />
      {dataExports > 0 && (
        <p className={styles.note}>{countOf(dataExports, "file")} exported since you came in.</p>
      )}
    </>
  );
}

/** Which days a file would be of: "ES, 301 of 531 days: Gap Up equals True". */
function Selection() {
  const active = useAppSelector(selectActive);
  const features = useFeaturesByName();
  const key = useSelectionKey(active);
  const total = useSummary().data?.totalDays;
  const { data } = useDayCount(key);
  const days = active.length === 0 ? total : data;
  if (key === null || total === undefined || days === undefined) return null;
  const filters = active.map((filter) => filterWords(filter, features.get(baseName(filter.feature))));
  return (
    <p>
      {key.symbol},{" "}
      {filters.length === 0
        ? `${countOf(total, "day")}, no active filters`
        : `${formatCount(days)} of ${countOf(total, "day")}: ${filters.join(", ")}`}
      .
    </p>
  );
}

function Days() {
  const key = useSelectionKey(useAppSelector(selectActive));
  const columns = useDayColumns();
  const titles = useTitles(columns);
  return (
    <Section title="Matching days">
      <p className={styles.note}>
        {titles.length === 0 ? "The date alone." : `The date and ${titles.join(", ")}.`}
      </p>
      {key && (
        <ExportButtons
          what="days"
          asked={{ kind: "days", filters: key.filters, symbol: key.symbol, columns }}
        />
      )}
    </Section>
  );
}

function Statistics() {
  const key = useSelectionKey(useAppSelector(selectActive));
  const features = useAppSelector(selectProbabilityFeatures);
  const titles = useTitles(features);
  return (
    <Section title="Open statistics">
      <p className={styles.note}>
        {titles.length === 0
          ? "No probability is open: open one on the dashboard first."
          : `${titles.join(", ")}.`}
      </p>
      {key && titles.length > 0 && (
        <ExportButtons
          what="statistics"
          asked={{ kind: "statistics", filters: key.filters, symbol: key.symbol, features }}
        />
      )}
    </Section>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function useTitles(names: readonly string[]): string[] {
  const features = useFeaturesByName();
  return names.flatMap((name) => features.get(name)?.displayName ?? []);
}
