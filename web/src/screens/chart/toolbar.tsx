import Fullscreen from "@mui/icons-material/Fullscreen";
import FullscreenExit from "@mui/icons-material/FullscreenExit";
import GridView from "@mui/icons-material/GridView";
import MoreHoriz from "@mui/icons-material/MoreHoriz";
import Tune from "@mui/icons-material/Tune";
import MuiButton from "@mui/material/Button";
import List from "@mui/material/List";
import ListItemButton from "@mui/material/ListItemButton";
import { memo, type ReactNode, type RefObject, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { selectPlace } from "@/address/gallery-slice";
import { useCatalogue } from "@/api/catalogue";
import { amaSwitched, tooltipSwitched } from "@/kept/chart/chart-slice";
import { Button } from "@/kit/button";
import { Check } from "@/kit/fields/check";
import { PopoverButton } from "@/kit/overlays/popover-button";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { useClearChartCacheMutation } from "@/parts/chart-day/chart-api";
import type { CandleChartHandle } from "@/plot/candles/candle-chart";
import type { ChartDay } from "@/plot/candles/day";
import { DAYS_LIKE } from "@/question/words";
import styles from "./chart.module.css";
import { DayNavigator } from "./day-navigator";
import type { WholeWindow } from "./use-whole-window";
import { ONLY_FULL } from "./words";

/** What an export needs of the chart it exports. */
export interface ChartExport {
  day: ChartDay;
  /** The active filters as the header names them, one text each. */
  filters: readonly string[];
  /** The chart as it is drawn now, without the drawings over it. */
  picture: CandleChartHandle["picture"];
}

/** What other features open from the toolbar; mounted while open. */
export interface ChartPanels {
  amaSettings?: (close: () => void) => ReactNode;
  lineSettings?: (close: () => void) => ReactNode;
  exportChart?: (close: () => void, chart: ChartExport) => ReactNode;
  /** Why the Export button is disabled, or null. */
  exportDenied?: string | null;
  /** What can be done with the day shown, by its date. */
  dayActions?: (date: string) => ReactNode;
}

interface ActionsProps extends ChartPanels {
  /** The day to export; null while there is none. */
  exportable: ChartDay | null;
  filters: readonly string[];
  chart: RefObject<CandleChartHandle | null>;
  onCleared: () => void;
}

interface Props extends ActionsProps {
  /** The day shown, from which the next ones are reached. */
  day: ChartDay | undefined;
  isLoading: boolean;
  whole: WholeWindow;
}

export function Toolbar({ day, isLoading, whole, ...actions }: Props) {
  return (
    <div className={styles.toolbar} role="toolbar" aria-label="Chart">
      <BackToDays />
      {day && <DayNavigator navigation={day.navigation} isLoading={isLoading} />}
      <Button
        look="icon"
        className={styles.full ?? ""}
        aria-label="Full screen"
        aria-pressed={whole.isWhole}
        data-hint={whole.isWhole ? "Leave the full screen" : "Full screen"}
        onClick={whole.toggle}
      >
        {whole.isWhole ? <FullscreenExit /> : <Fullscreen />}
      </Button>
      <Actions {...actions} />
    </div>
  );
}

/** Back to where the picture of a day was opened. */
function BackToDays() {
  const isFromGallery = useAppSelector(selectPlace) !== null;
  return (
    isFromGallery && (
      <MuiButton
        variant="quiet"
        component={Link}
        to="/days"
        aria-label="Back to the days"
        data-hint="Back to the days"
      >
        <GridView fontSize="inherit" /> <span className={styles.wide}>Days</span>
      </MuiButton>
    )
  );
}

const Actions = memo(function Actions({
  chart,
  exportable,
  filters,
  onCleared,
  dayActions,
  ...panels
}: ActionsProps) {
  const dispatch = useAppDispatch();
  const isOn = useAppSelector((state) => state.chart.amaOn);
  const [isUnfolded, setUnfolded] = useState(false);
  const date = exportable?.metadata.currentDate ?? null;
  const picture: ChartExport["picture"] = (parts) => chart.current?.picture(parts) ?? null;
  return (
    <>
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
        <Button
          className={styles.seldom ?? ""}
          aria-keyshortcuts="Control+0 Meta+0"
          data-hint="Ctrl+0"
          onClick={() => chart.current?.reset()}
        >
          Reset View
        </Button>
        <Button
          className={styles.seldom ?? ""}
          data-hint="F"
          data-shortcut="fitBars"
          onClick={() => chart.current?.fitBars()}
        >
          Fit Bars
        </Button>
        <Check
          className={styles.switch}
          label={isOn ? "AMA ON" : "AMA OFF"}
          checked={isOn}
          onChange={(next) => dispatch(amaSwitched(next))}
        />
        <Panels {...panels} isOn={isOn} chart={exportable && { day: exportable, filters, picture }} />
        {date !== null && dayActions?.(date)}
        <More day={exportable} onCleared={onCleared} />
      </div>
    </>
  );
});

/** Leads to the days that were like the one shown. */
function DaysLike({ day }: { day: ChartDay | null }) {
  const isAllowed = useCatalogue().data?.profile_limits.features.alike === true;
  const { kind, currentDate } = day?.metadata ?? {};
  if (!isAllowed) return null;
  if (!currentDate || kind !== "full")
    return (
      <ListItemButton component="button" disabled>
        {DAYS_LIKE + (day ? `. ${ONLY_FULL}` : "")}
      </ListItemButton>
    );
  return (
    <ListItemButton component={Link} to={`/days?view=like&date=${currentDate}`}>
      {DAYS_LIKE}
    </ListItemButton>
  );
}

interface PanelsProps extends ChartPanels {
  isOn: boolean;
  /** Null while there is nothing to export. */
  chart: ChartExport | null;
}

/** The buttons that open what lies over the chart, and what is open: the signals' settings by the address. */
function Panels({ isOn, chart, exportDenied = null, ...panels }: PanelsProps) {
  const [open, setOpen] = useState<"lines" | "export" | null>(null);
  const close = () => setOpen(null);
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  return (
    <>
      <Button
        className={styles.seldom ?? ""}
        aria-haspopup="dialog"
        disabled={!isOn}
        onClick={() => void navigate({ search, hash: "ama-settings" })}
      >
        AMA Settings
      </Button>
      <Button className={styles.seldom ?? ""} aria-haspopup="dialog" onClick={() => setOpen("lines")}>
        Line Settings
      </Button>
      <Button
        aria-haspopup="dialog"
        disabled={exportDenied !== null || chart === null}
        data-hint={exportDenied ?? undefined}
        title={exportDenied ?? undefined}
        onClick={() => setOpen("export")}
      >
        Export
      </Button>
      {hash.startsWith("#ama-") && isOn && panels.amaSettings?.(() => void navigate({ search }))}
      {open === "lines" && panels.lineSettings?.(close)}
      {open === "export" && chart && panels.exportChart?.(close, chart)}
    </>
  );
}

/** What is seldom needed. */
function More({ day, onCleared }: Pick<ActionsProps, "onCleared"> & { day: ChartDay | null }) {
  const dispatch = useAppDispatch();
  const [clear, { isLoading }] = useClearChartCacheMutation();
  const hasTooltip = useAppSelector(({ chart }) => chart.tooltipOn);
  const switchTooltip = () => dispatch(tooltipSwitched(!hasTooltip));
  return (
    <PopoverButton
      look="icon"
      aria-label="More chart actions"
      data-hint="More"
      label={<MoreHoriz />}
      content={(close) => (
        <List component="div" onClick={close}>
          <DaysLike day={day} />
          <ListItemButton component="button" onClick={switchTooltip}>
            {hasTooltip ? "Hide Tooltip" : "Show Tooltip"}
          </ListItemButton>
          <ListItemButton
            component="button"
            disabled={isLoading}
            onClick={() => void clear().then(onCleared)}
          >
            Clear Cache
          </ListItemButton>
        </List>
      )}
    />
  );
}
