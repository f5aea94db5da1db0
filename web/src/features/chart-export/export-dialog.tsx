import { type ReactNode, useState } from "react";
import type { ChartDay } from "@/charts/candles/day";
import { readTheme } from "@/charts/candles/theme";
import type { ChartPicture } from "@/charts/candles/viewport/frame";
import { dataExported } from "@/features/export/state/counters-slice";
import { useAppDispatch } from "@/lib/state/hooks";
import { saveFile } from "@/lib/storage/save-file";
import { formatDate } from "@/lib/text/format";
import { toolToast } from "@/lib/tool-toast";
import { Button } from "@/lib/ui/button";
import { Dialog } from "@/lib/ui/overlays/dialog";
import { type Caption, useCaption } from "./caption";
import { composed } from "./compose";
import styles from "./export.module.css";
import { ExportFields, type ExportOptions, firstOptions } from "./export-fields";
import { defaultName, fileName } from "./file-name";
import { CHART_FORMATS, type ChartFormat, useChartFormats } from "./permission";
import { pngOf, svgFile } from "./picture-file";

/** The chart to export, as the chart screen gives it. */
export interface ExportedChart {
  day: ChartDay;
  filters: readonly string[];
  picture: (parts: { filters: boolean }) => ChartPicture | null;
  /** Elements of SVG to lay over the picture. */
  drawings: (picture: ChartPicture) => string;
}

interface Props {
  chart: ExportedChart;
  onClose: () => void;
}

export default function ExportDialog({ chart, onClose }: Props) {
  const standard = defaultName(chart.day);
  const [options, setOptions] = useState<ExportOptions>({ ...firstOptions, filename: standard });
  return (
    <Dialog title="Export Chart" onClose={onClose}>
      <ExportFields options={options} onChange={setOptions} />
      <Facts>
        <Fact name="Date">{formatDate(chart.day.metadata.currentDate ?? "")}</Fact>
        <Fact name="Filters">{chart.filters.length}</Fact>
        <Fact name="Quality">High quality (2x)</Fact>
      </Facts>
      <Actions chart={chart} options={options} standard={standard} onDone={onClose} />
    </Dialog>
  );
}

function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface ActionsProps {
  chart: ExportedChart;
  options: ExportOptions;
  standard: string;
  onDone: () => void;
}

function Actions({ chart, options, standard, onDone }: ActionsProps) {
  const dispatch = useAppDispatch();
  const allowed = useChartFormats();
  const caption = useCaption(chart.day);
  const [isBusy, setBusy] = useState(false);
  const exportAs = async (format: ChartFormat) => {
    setBusy(true);
    const name = `${fileName(options.filename, standard)}.${format}`;
    try {
      const svg = documentOf(chart, caption, options);
      saveFile(format === "png" ? await pngOf(svg) : svgFile(svg), name);
      dispatch(dataExported());
      dispatch(toolToast(`Chart exported as ${name}`, "success"));
      onDone();
    } catch {
      dispatch(toolToast("Failed to export the chart", "error"));
      setBusy(false);
    }
  };
  return (
    <div className={styles.actions}>
      {CHART_FORMATS.map((format) => {
        const isAllowed = allowed.includes(format);
        const label = format.toUpperCase();
        return (
          <Button
            key={format}
            look={format === "png" ? "primary" : "plain"}
            disabled={isBusy || !isAllowed}
            title={isAllowed ? undefined : `Your plan does not include ${label}`}
            onClick={() => void exportAs(format)}
          >
            Export {label}
          </Button>
        );
      })}
    </div>
  );
}

function documentOf(
  chart: ExportedChart,
  caption: Caption,
  { withFilters, withTime, notes }: ExportOptions,
): string {
  const picture = chart.picture({ filters: withFilters });
  if (!picture) throw new Error("the chart is not drawn");
  return composed({
    picture,
    drawings: chart.drawings(picture),
    caption: withFilters ? { ...caption, lines: [...caption.lines, filtersLine(chart.filters)] } : caption,
    notes,
    generatedAt: withTime ? new Date() : null,
    theme: readTheme(getComputedStyle(document.documentElement)),
  });
}

/** All of them, where the chart's header has room for 150 characters. */
function filtersLine(filters: readonly string[]): string {
  return filters.length === 0 ? "No active filters" : `Filters: ${filters.join(" | ")}`;
}
