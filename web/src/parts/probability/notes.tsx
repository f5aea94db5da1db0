import WarningAmber from "@mui/icons-material/WarningAmber";
import type { ReactNode } from "react";
import { useFeaturesByName } from "@/api/catalogue";
import { useProbability } from "@/api/data-api";
import { featureName } from "@/api/feature-names";
import type { FeatureResult, ResultMetadata, SharedBars } from "@/api/generated";
import { AdrPoints } from "@/kit/adr-points";
import { useAppSelector } from "@/lib/state/hooks";
import { countOf, formatPercent } from "@/lib/text/format";
import { formatValue, toPercent } from "@/question/figures/format";
import { shareLead } from "@/question/figures/wilson";
import { selectActive } from "@/question/filters-slice";
import { useAnsweredSelection } from "@/question/selection";
import { SmallSample } from "./elements/sections";
import type { NamedModule } from "./kinds";
import styles from "./probability.module.css";
import { IN_LONG_RUNS, lookAhead } from "./words";

/** What a reader must know before trusting the figures: how few days they count, what looked ahead. */
export function Cautions({ feature, metadata }: { feature: string; metadata: ResultMetadata }) {
  const { sample_size, conditioned, shared_bars, days_cluster, in_long_runs, known_by_then } = metadata;
  const look_ahead = metadata.look_ahead.filter((name) => !(conditioned && name === feature));
  return (
    <>
      {sample_size.grade === "small" && sample_size.days > 0 && (
        <SmallSample count={countOf(sample_size.days, "day")} />
      )}
      {known_by_then && <p className={styles.note}>Already decided by then.</p>}
      {look_ahead.length > 0 && <LookAhead names={look_ahead} />}
      {shared_bars && <SharedBarsNote bars={shared_bars} />}
      {days_cluster && (
        <p className={styles.note}>days cluster: such days come together, limits are too narrow</p>
      )}
      {in_long_runs && <p className={styles.note}>{IN_LONG_RUNS}</p>}
    </>
  );
}

function LookAhead({ names }: { names: readonly string[] }) {
  const features = useFeaturesByName();
  const known = [...features.values()];
  const titles = names.map((name) => featureName(name, known));
  return <Caution>{lookAhead(titles)}</Caution>;
}

function Caution({ children }: { children: ReactNode }) {
  return (
    <p className={styles.caution}>
      <WarningAmber fontSize="inherit" />
      <span>{children}</span>
    </p>
  );
}

/** Matched days outside every denominator; a feature's modules all lack the same ones. */
export function MissingDays({ modules }: { modules: readonly NamedModule[] }) {
  const missing = Math.max(0, ...modules.map(({ module }) => module.metadata?.missing_days ?? 0));
  return missing === 0 ? null : <p className={styles.note}>{countOf(missing, "day")} without a value</p>;
}

/** That filters have read bars the outcome is made of, and what asks the same without them. */
export function SharedBarsNote({ bars }: { bars: SharedBars }) {
  const { first_bar, last_bar, clean_twin } = bars;
  const shared = first_bar === last_bar ? `bar ${first_bar}` : `bars ${first_bar} to ${last_bar}`;
  return (
    <Caution>
      Filter and outcome both use {shared}, so part of the difference is built in.
      {clean_twin && <CleanTwin name={clean_twin} from={last_bar} />}
    </Caution>
  );
}

/** The feature that asks the same from a later bar on, with its own rate on the same days. */
function CleanTwin({ name, from }: { name: string; from: number }) {
  const feature = useFeaturesByName().get(name);
  const key = useAnsweredSelection(useAppSelector(selectActive));
  const { data } = useProbability(key && feature ? { ...key, feature: name } : null);
  if (feature === undefined) return null;
  const rate = data ? ownRate(data, feature.metadata.unit) : null;
  return ` From bar ${from} on: ${feature.displayName}${rate === null ? "" : ` ${rate}`}.`;
}

/** A median in percent of ADR10 as the points that it was on the last session. */
export function MedianPoints({ result }: { result: FeatureResult }) {
  const median = medianOf(result);
  return median === null ? null : <AdrPoints of="Median " percents={[Number(median.toFixed(1))]} />;
}

function medianOf({ modules }: Pick<FeatureResult, "modules">): number | null {
  const all = Object.values(modules).flatMap(({ data }) => data ?? []);
  return all.find((data) => "median" in data)?.median ?? null;
}

/** A feature's rate in words: of its occurrence, of each label, or its median; null where it has none. */
export function ownRate({ modules }: FeatureResult, unit: string | null): string | null {
  const all = Object.values(modules).flatMap(({ data }) => data ?? []);
  const labels = all.find((data) => "labels" in data)?.labels;
  if (labels) return labels.map(({ label, pct }) => `${label} ${formatPercent(pct)}`).join(", ");
  const share = all.find((data) => "occurrence_days" in data);
  const percentage = toPercent(share?.occurrence) ?? Number.NaN;
  if (share) return shareLead({ days: share.occurrence_days, n: share.total_days, percentage });
  const median = medianOf({ modules });
  return median === null ? null : `median ${formatValue(median, unit)}`;
}
