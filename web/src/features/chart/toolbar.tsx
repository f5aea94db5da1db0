import type { ReactNode } from "react";
import { useClearChartCacheMutation } from "@/api/chart-api";
import type { ChartDay } from "@/charts/candles/day";
import { countOf } from "@/lib/format";
import { amaSwitched, selectAmaOn } from "@/lib/state/chart-slice";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { Button } from "@/lib/ui/button";
import styles from "./chart.module.css";
import { DayNavigator } from "./day-navigator";

export type PanelName = "ama" | "lines" | "export";

interface Props {
  day: ChartDay | undefined;
  isLoading: boolean;
  panels: ReactNode;
  onReset: () => void;
  onCleared: () => void;
}

export function Toolbar({ day, isLoading, panels, onReset, onCleared }: Props) {
  const isOn = useAppSelector(selectAmaOn);
  return (
    <div className={styles.toolbar} role="toolbar" aria-label="Chart">
      {isOn && <Badge day={day} />}
      {day && <DayNavigator navigation={day.navigation} isLoading={isLoading} />}
      <div className={styles.actions}>
        <Button aria-keyshortcuts="Control+0 Meta+0" data-hint="Ctrl+0" onClick={onReset}>
          Reset View
        </Button>
        <AmaSwitch isOn={isOn} />
        {panels}
        <ClearCache onCleared={onCleared} />
      </div>
    </div>
  );
}

function ClearCache({ onCleared }: Pick<Props, "onCleared">) {
  const [clear, { isLoading }] = useClearChartCacheMutation();
  return (
    <Button disabled={isLoading} onClick={() => void clear().then(onCleared)}>
      Clear Cache
    </Button>
  );
}

function Badge({ day }: { day: ChartDay | undefined }) {
  const count = day?.metadata.amaEnabled ? day.metadata.amaSignalCount : 0;
  return <span className={styles.badge}>{countOf(count, "AMA signal")}</span>;
}

function AmaSwitch({ isOn }: { isOn: boolean }) {
  const dispatch = useAppDispatch();
  return (
    <label className={styles.switch}>
      <input type="checkbox" checked={isOn} onChange={() => dispatch(amaSwitched(!isOn))} />
      AMA {isOn ? "ON" : "OFF"}
    </label>
  );
}
