import { readTheme } from "@/charts/candles/theme";
import ChartPage from "@/features/chart/chart-page";
import type { ChartExport } from "@/features/chart/toolbar";
import { useExportDenial } from "@/features/chart-export/permission";
import { DrawingLayer } from "@/features/drawing/drawing-layer";
import { DrawingRail } from "@/features/drawing/drawing-rail";
import { drawingsMarkup } from "@/features/drawing/markup";
import { AddToList } from "@/features/lists/add-to-list";
import { DayNotes } from "@/features/lists/day-notes";
import { useAppSelector } from "@/lib/state/hooks";
import { lazyPart } from "@/lib/ui/lazy-with-retry";

const AmaPanel = lazyPart(() => import("@/features/signals/ama-panel"));
const LineSettingsDialog = lazyPart(() => import("@/features/lines/line-settings-dialog"));
const ExportDialog = lazyPart(() => import("@/features/chart-export/export-dialog"));

/** Where the chart and what lies around it meet. */
export default function ChartScreen() {
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
