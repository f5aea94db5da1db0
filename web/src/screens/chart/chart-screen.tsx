import { useEffect } from "react";
import { chartViewed } from "@/kept/counters-slice";
import { lazyPart } from "@/kit/lazy-with-retry";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { useExportDenial } from "@/parts/chart-export/permission";
import { DrawingLayer } from "@/parts/drawing/drawing-layer";
import { DrawingRail } from "@/parts/drawing/drawing-rail";
import { drawingsMarkup } from "@/parts/drawing/markup";
import { AddToList } from "@/parts/lists/add-to-list";
import { DayNotes } from "@/parts/lists/day-notes";
import { readTheme } from "@/plot/candles/theme";
import ChartPage from "./chart-page";
import type { ChartExport } from "./toolbar";

const AmaPanel = lazyPart(() => import("@/parts/signals/ama-panel"));
const LineSettingsDialog = lazyPart(() => import("@/parts/lines/line-settings-dialog"));
const ExportDialog = lazyPart(() => import("@/parts/chart-export/export-dialog"));

/** Where the chart and what lies around it meet; each visit is counted. */
export default function ChartScreen() {
  const dispatch = useAppDispatch();
  useEffect(() => void dispatch(chartViewed()), [dispatch]);
  return (
    <ChartPage
      rail={<DrawingRail />}
      overlay={<DrawingLayer />}
      amaSettings={(close) => <AmaPanel onClose={close} />}
      lineSettings={(close) => <LineSettingsDialog onClose={close} />}
      exportChart={(close, chart) => <ExportPanel chart={chart} onClose={close} />}
      exportDenied={useExportDenial()}
      dayActions={(date) => <AddToList dates={[date]} look="plain" />}
      dayNotes={(date) => <DayNotes date={date} />}
    />
  );
}

/** The chart goes into the file with the drawings over it. */
function ExportPanel({ chart, onClose }: { chart: ChartExport; onClose: () => void }) {
  const shown = useAppSelector(({ drawings }) => drawings.shown);
  const drawings = ({ frame }: { frame: Parameters<typeof drawingsMarkup>[1] }) => {
    const style = getComputedStyle(document.documentElement);
    const line = style.getPropertyValue("--mui-palette-drawing");
    return drawingsMarkup(shown, frame, { line, halo: readTheme(style).surface });
  };
  return <ExportDialog chart={{ ...chart, drawings }} onClose={onClose} />;
}
