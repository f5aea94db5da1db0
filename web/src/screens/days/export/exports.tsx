import Box from "@mui/material/Box";
import { useFeaturesByName } from "@/api/catalogue";
import { useDayCount } from "@/api/data-api";
import type { ExportRequest } from "@/api/generated";
import { selectCounters } from "@/kept/counters-slice";
import { flags } from "@/lib/flags";
import { useAppSelector } from "@/lib/state/hooks";
import { countOf, formatCount } from "@/lib/text/format";
import { useDayColumns } from "@/parts/days/days-api";
import { ExportButtons } from "@/parts/days/export-buttons";
import { filterWords } from "@/question/filter-words";
import { selectActive } from "@/question/filters-slice";
import { useSelectionKey, useTotalDays } from "@/question/selection";
import { LEAD, NO_EXPORTS } from "./words";

const SECTION = {
  display: "grid",
  gap: 2,
  py: 4,
  borderBottom: 1,
  borderColor: "divider",
  "& h3": { fontSize: "var(--type-body)" },
  "& > p": { color: "muted" },
};

/** Files of what the dashboard shows; a build without exports has the specification's sentence instead. */
export default function Exports() {
  return <Box sx={{ display: "grid", gap: 2 }}>{flags.exports ? <Files /> : <p>{NO_EXPORTS}</p>}</Box>;
}

function Files() {
  const { dataExports } = useAppSelector(selectCounters);
  return (
    <>
      <p>{LEAD}</p>
      <Selection />
      <Days />
      <Statistics />
      {dataExports > 0 && (
        <Box sx={{ color: "muted" }}>{countOf(dataExports, "file")} exported since you came in.</Box>
      )}
    </>
  );
}

/** Which days a file would be of: "ES, 301 of 531 days: Gap up". */
function Selection() {
  const active = useAppSelector(selectActive);
  const features = useFeaturesByName();
  const key = useSelectionKey(active);
  const total = useTotalDays();
  const { data } = useDayCount(key);
  const days = active.length === 0 ? total : data;
  if (key === null || total === undefined || days === undefined) return null;
  const all = `${key.symbol}, ${countOf(total, "day")}, no active filters.`;
  const filters = active.map((filter) => filterWords(filter, features));
  const some = `${key.symbol}, ${formatCount(days)} of ${countOf(total, "day")}: ${filters.join(", ")}.`;
  return <p>{active.length === 0 ? all : some}</p>;
}

function Days() {
  const columns = useDayColumns();
  const titles = useTitles(columns);
  const note = titles ? `The date and ${titles}.` : "The date alone.";
  return <Part title="Matching days" note={note} what="days" asked={{ columns }} />;
}

function Statistics() {
  const features = useAppSelector(({ ui }) => ui.activeProbabilityFeatures);
  const titles = useTitles(features);
  const note = titles ? `${titles}.` : "No probability is open: open one on the dashboard first.";
  return (
    <Part title="Open statistics" note={note} what="statistics" asked={titles === "" ? null : { features }} />
  );
}

interface PartProps {
  title: string;
  note: string;
  what: ExportRequest["kind"];
  /** Null where there is nothing to save. */
  asked: Pick<ExportRequest, "columns" | "features"> | null;
}

function Part({ title, note, what, asked }: PartProps) {
  const key = useSelectionKey(useAppSelector(selectActive));
  return (
    <Box component="section" sx={SECTION} aria-label={title}>
      <h3>{title}</h3>
      <p>{note}</p>
      {key && asked && <ExportButtons what={what} request={{ kind: what, ...key, ...asked }} />}
    </Box>
  );
}

function useTitles(names: readonly string[]): string {
  const features = useFeaturesByName();
  return names.flatMap((name) => features.get(name)?.displayName ?? []).join(", ");
}
