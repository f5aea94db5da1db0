import MoreHoriz from "@mui/icons-material/MoreHoriz";
import type { ReactNode } from "react";
import type { ChartDay } from "@/charts/candles/day";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { countOf } from "@/lib/text/format";
import { Button } from "@/lib/ui/button";
import controls from "@/lib/ui/controls.module.css";
import { PopoverButton } from "@/lib/ui/overlays/popover-button";
import styles from "./chart.module.css";
import { DayNavigator } from "./day-navigator";
import { useClearChartCacheMutation } from "./state/chart-api";
import { amaSwitched, selectAmaOn } from "./state/chart-slice";

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
        <More onCleared={onCleared} />
      </div>
    </div>
  );
}

/** What is seldom needed. */
function More({ onCleared }: Pick<Props, "onCleared">) {
  const [clear, { isLoading }] = useClearChartCacheMutation();
  return (
    <PopoverButton
      look="icon"
      aria-label="More chart actions"
      data-hint="More"
      label={<MoreHoriz />}
      content={(close) => (
        <div className={controls.list}>
          <button
            type="button"
            className={controls.item}
            disabled={isLoading}
            onClick={() => {
              close();
              void clear().then(onCleared);
            }}
          >
            Clear Cache
          </button>
        </div>
      )}
    />
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
