import WarningAmber from "@mui/icons-material/WarningAmber";
import { useFeaturesByName } from "@/api/catalogue";
import { useProbability } from "@/api/data-api";
import type { FeatureResult, SharedBars } from "@/api/generated";
import { selectActive } from "@/features/filters/state/filters-slice";
import { useAskedSelection } from "@/features/filters/state/selection";
import { useAppSelector } from "@/lib/state/hooks";
import { formatPercent } from "@/lib/text/format";
import { formatValue, toPercent } from "./figures/format";
import { shareLead } from "./figures/wilson";
import styles from "./probability.module.css";

/** That filters have read bars the outcome is made of, and what asks the same without them. */
export function SharedBarsNote({ bars }: { bars: SharedBars }) {
  const { first_bar, last_bar, clean_twin } = bars;
  const shared = first_bar === last_bar ? `bar ${first_bar}` : `bars ${first_bar} to ${last_bar}`;
  return (
    <p className={styles.caution}>
      <WarningAmber fontSize="inherit" />
      <span>
        Filter and outcome share {shared}: part of the difference is arithmetic.
        {clean_twin && <CleanTwin name={clean_twin} from={last_bar} />}
      </span>
    </p>
  );
}

/** The feature that asks the same from a later bar on, with its own rate on the same days. */
function CleanTwin({ name, from }: { name: string; from: number }) {
  const feature = useFeaturesByName().get(name);
  const key = useAskedSelection(useAppSelector(selectActive));
  const { data } = useProbability(key && feature ? { ...key, feature: name } : null);
  if (feature === undefined) return null;
  const rate = data ? ownRate(data, feature.metadata.unit) : null;
  return ` From bar ${from} on: ${feature.displayName}${rate === null ? "" : ` ${rate}`}.`;
}

/** A feature's rate in words: of its occurrence, of each label, or its median; null where it has none. */
export function ownRate({ modules }: FeatureResult, unit: string | null): string | null {
  const all = Object.values(modules).flatMap(({ data }) => (data === null ? [] : [data]));
  for (const data of all)
    if ("labels" in data)
      return data.labels.map(({ label, pct }) => `${label} ${formatPercent(pct)}`).join(", ");
  for (const data of all)
    if ("occurrence_days" in data)
      return shareLead({
        days: data.occurrence_days,
        n: data.total_days,
        percentage: toPercent(data.occurrence) ?? Number.NaN,
      });
  for (const data of all) if ("median" in data) return `median ${formatValue(data.median, unit)}`;
  return null;
}
