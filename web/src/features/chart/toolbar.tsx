import MoreHoriz from "@mui/icons-material/MoreHoriz";
import Tune from "@mui/icons-material/Tune";
import List from "@mui/material/List";
import ListItemButton from "@mui/material/ListItemButton";
import { type ReactNode, useState } from "react";
import type { ChartDay } from "@/charts/candles/day";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { countOf } from "@/lib/text/format";
import { Button } from "@/lib/ui/button";
import { Check } from "@/lib/ui/fields/check";
import { PopoverButton } from "@/lib/ui/overlays/popover-button";
import styles from "./chart.module.css";
import { DayNavigator } from "./day-navigator";
import { useClearChartCacheMutation } from "./state/chart-api";
import { amaSwitched, selectAmaOn, selectTooltipOn, tooltipSwitched } from "./state/chart-slice";

export type PanelName = "ama" | "lines" | "export";

interface Props {
  day: ChartDay | undefined;
  isLoading: boolean;
  panels: ReactNode;
  onReset: () => void;
  onFitBars: () => void;
  onCleared: () => void;
}

export function Toolbar({ day, isLoading, panels, onReset, onFitBars, onCleared }: Props) {
  const isOn = useAppSelector(selectAmaOn);
  const [isUnfolded, setUnfolded] = useState(false);
  return (
    <div className={styles.toolbar} role="toolbar" aria-label="Chart">
      {isOn && <Badge day={day} />}
      {day && <DayNavigator navigation={day.navigation} isLoading={isLoading} />}
      <Button
        look="icon"
        className={styles.fold ?? ""}
        aria-label="Chart tools"
        aria-expanded={isUnfolded}
        onClick={() => setUnfolded(!isUnfolded)}
      >
        <Tune />
      </Button>
      <div className={styles.actions} data-unfolded={isUnfolded || undefined}>
        <Button aria-keyshortcuts="Control+0 Meta+0" data-hint="Ctrl+0" onClick={onReset}>
          Reset View
        </Button>
        <Button data-hint="F" data-shortcut="fitBars" onClick={onFitBars}>
          Fit Bars
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
  const dispatch = useAppDispatch();
  const [clear, { isLoading }] = useClearChartCacheMutation();
  const hasTooltip = useAppSelector(selectTooltipOn);
  return (
    <PopoverButton
      look="icon"
      aria-label="More chart actions"
      data-hint="More"
      label={<MoreHoriz />}
      content={(close) => (
        <List component="div">
          <ListItemButton
            component="button"
            onClick={() => {
              close();
              dispatch(tooltipSwitched(!hasTooltip));
            }}
          >
            {hasTooltip ? "Hide Tooltip" : "Show Tooltip"}
          </ListItemButton>
          <ListItemButton
            component="button"
            disabled={isLoading}
            onClick={() => {
              close();
              void clear().then(onCleared);
            }}
          >
            Clear Cache
          </ListItemButton>
        </List>
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
    <Check
      className={styles.switch}
      label={isOn ? "AMA ON" : "AMA OFF"}
      checked={isOn}
      onChange={(next) => dispatch(amaSwitched(next))}
    />
  );
}
