import { useClearChartCacheMutation } from "@/features/chart/state/chart-api";
import { countOf } from "@/lib/text/format";
import { Button } from "@/lib/ui/button";
import { Check } from "@/lib/ui/fields/check";
import { PopoverButton } from "@/lib/ui/overlays/popover-button";
import styles from "./demo.module.css";
import type { SimpleConfig } from "./simple-config";
import { SimpleSettings } from "./simple-settings";
import type { DemoDay } from "./use-demo-day";

interface Props {
  shown: DemoDay;
  config: SimpleConfig;
  inAmaColors: boolean;
  onConfig: (config: SimpleConfig) => void;
  onColors: (inAmaColors: boolean) => void;
}

export function ChartControls({ shown, config, inAmaColors, onConfig, onColors }: Props) {
  return (
    <div className={styles.controls} role="toolbar" aria-label="Simple chart">
      <Check
        label="AMA Paint Bars"
        checked={config.enabled}
        onChange={(isOn) => onConfig({ ...config, enabled: isOn })}
      />
      <PopoverButton
        label="AMA Settings"
        title="AMA Settings"
        disabled={!config.enabled}
        content={() => <SimpleSettings config={config} onChange={onConfig} />}
      />
      <Button aria-pressed={inAmaColors} disabled={!config.enabled} onClick={() => onColors(!inAmaColors)}>
        {inAmaColors ? "AMA Colors" : "Standard Colors"}
      </Button>
      <ClearCache refetch={shown.refetch} />
      <Facts {...shown} />
    </div>
  );
}

function ClearCache({ refetch }: Pick<DemoDay, "refetch">) {
  const [clear, { isLoading }] = useClearChartCacheMutation();
  const run = () => void clear().then(refetch);
  return (
    <Button disabled={isLoading} onClick={run}>
      Clear Cache
    </Button>
  );
}

function Facts({ day }: Pick<DemoDay, "day">) {
  if (!day?.navigation) return null;
  const { metadata, navigation } = day;
  return (
    <p className={styles.counts} aria-live="polite">
      {metadata.amaEnabled && <span>{countOf(metadata.amaSignalCount, "AMA signal")}</span>}
      <span>{`Date ${navigation.currentIndex + 1} of ${navigation.totalDates}`}</span>
    </p>
  );
}
