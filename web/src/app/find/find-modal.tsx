import { useMemo } from "react";
import { useCatalogue, useSummary } from "@/api/catalogue";
import { selectHistory, selectPresets } from "@/features/filters/state/filters-slice";
import {
  categoryEntries,
  type Entry,
  featureEntries,
  presetEntries,
  questionEntries,
} from "@/features/find/entries";
import { FindDialog } from "@/features/find/find-dialog";
import { useAppSelector } from "@/lib/state/hooks";
import { useChartsAllowed } from "../charts-allowed";
import type { ModalProps } from "../shell/modals";
import { methodEntries, screenEntries } from "./screens";
import { useGo } from "./use-go";

const METHODS = methodEntries();
const FEW_QUESTIONS = 3;

/** The palette over all that the page has: what the tier does not have is not in it. */
export default function FindModal({ onClose }: ModalProps) {
  const { start, entries } = useEntries();
  const dates = useDates();
  const go = useGo();
  return (
    <FindDialog
      {...{ start, entries, dates, onClose }}
      onGo={(target) => {
        onClose();
        go(target);
      }}
    />
  );
}

function useEntries(): { start: Entry[]; entries: Entry[] } {
  const catalogue = useCatalogue().data;
  const presets = useAppSelector(selectPresets);
  const history = useAppSelector(selectHistory);
  const hasCharts = useChartsAllowed();
  return useMemo(() => {
    const features = catalogue?.features ?? [];
    const categories = categoryEntries(catalogue?.categories ?? []);
    const saved = presetEntries(presets, features);
    const asked = questionEntries(history, features);
    const screens = screenEntries(hasCharts);
    const found = catalogue ? featureEntries(catalogue) : [];
    return {
      start: [...screens, ...asked.slice(0, FEW_QUESTIONS), ...saved, ...categories],
      entries: [...found, ...categories, ...saved, ...screens, ...asked, ...METHODS],
    };
  }, [catalogue, presets, history, hasCharts]);
}

/** The days whose charts can be opened. */
function useDates() {
  const summary = useSummary().data;
  const hasCharts = useChartsAllowed();
  return useMemo(
    () => (summary && hasCharts ? { first: summary.min_date, last: summary.max_date } : null),
    [summary, hasCharts],
  );
}
