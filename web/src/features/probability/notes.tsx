import WarningAmber from "@mui/icons-material/WarningAmber";
import { useFeaturesByName } from "@/api/catalogue";
import type { ResultMetadata } from "@/api/generated";
import { countOf } from "@/lib/text/format";
import { SmallSample } from "./elements/sections";
import type { NamedModule } from "./kinds";
import styles from "./probability.module.css";
import { SharedBarsNote } from "./shared-bars";

/** What a reader must know before trusting the figures: how few days they stand on, what looked ahead. */
export function Cautions({ feature, metadata }: { feature: string; metadata: ResultMetadata }) {
  const { sample_size, conditioned, shared_bars, days_cluster } = metadata;
  const look_ahead = metadata.look_ahead.filter((name) => !(conditioned && name === feature));
  return (
    <>
      {sample_size.grade === "small" && sample_size.days > 0 && (
        <SmallSample count={countOf(sample_size.days, "day")} />
      )}
      {look_ahead.length > 0 && <LookAhead names={look_ahead} />}
      {shared_bars && <SharedBarsNote bars={shared_bars} />}
      {days_cluster && (
        <p className={styles.note}>days cluster: such days come together, limits are too narrow</p>
      )}
    </>
  );
}

function LookAhead({ names }: { names: readonly string[] }) {
  const features = useFeaturesByName();
  const titles = names.map((name) => features.get(name)?.displayName ?? name);
  return (
    <p className={styles.caution}>
      <WarningAmber fontSize="inherit" />
      <span>Look-ahead: {titles.join(", ")} known later than what is read here</span>
    </p>
  );
}

/** Matched days outside every denominator; a feature's modules all lack the same ones. */
export function MissingDays({ modules }: { modules: readonly NamedModule[] }) {
  const missing = Math.max(0, ...modules.map(({ module }) => module.metadata?.missing_days ?? 0));
  return missing === 0 ? null : <p className={styles.note}>{countOf(missing, "day")} without a value</p>;
}
