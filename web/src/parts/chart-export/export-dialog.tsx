import InputBase from "@mui/material/InputBase";
import Stack from "@mui/material/Stack";
import { memo, useDeferredValue, useId, useState } from "react";
import { dataExported } from "@/kept/counters-slice";
import { Button } from "@/kit/button";
import { Check } from "@/kit/fields/check";
import { TextField } from "@/kit/fields/fields";
import { Dialog } from "@/kit/overlays/dialog";
import { notInPlan } from "@/kit/words";
import { useAppDispatch } from "@/lib/state/hooks";
import { toolToast } from "@/lib/state/ui-slice";
import { saveFile } from "@/lib/storage/save-file";
import type { ChartDay } from "@/plot/candles/day";
import { readTheme } from "@/plot/candles/theme";
import type { ChartPicture } from "@/plot/candles/viewport/frame";
import { type Caption, useCaption } from "./caption";
import { composed } from "./compose";
import styles from "./export.module.css";
import { CHART_FORMATS, type ChartFormat, useChartFormats } from "./permission";
import { dataAddress, defaultName, fileName, pngOf } from "./picture-file";
import { NOTE_LINES, wrapNotes } from "./wrap-notes";

/** The chart to export, as the chart screen gives it. */
export interface ExportedChart {
  day: ChartDay;
  filters: readonly string[];
  picture: (parts: { filters: boolean }) => ChartPicture | null;
  /** Elements of SVG to lay over the picture. */
  drawings: (picture: ChartPicture) => string;
}

/** What a person chooses for the file. */
interface Options {
  filename: string;
  withFilters: boolean;
  withTime: boolean;
  notes: string;
}

const LONGEST_NAME = 120;
const LONGEST_NOTES = 2000;

export default function ExportDialog({ chart, onClose }: { chart: ExportedChart; onClose: () => void }) {
  const filename = defaultName(chart.day);
  const [options, setOptions] = useState<Options>({ filename, withFilters: true, withTime: true, notes: "" });
  const facts = {
    Date: chart.day.metadata.currentDate,
    Filters: chart.filters.length,
    Quality: "High quality (2x)",
  };
  return (
    <Dialog title="Export Chart" onClose={onClose}>
      <Preview chart={chart} options={useDeferredValue(options)} />
      <Fields options={options} put={(change) => setOptions({ ...options, ...change })} />
      <dl className={styles.facts}>
        {Object.entries(facts).map(([name, fact]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
      <Actions chart={chart} options={options} onDone={onClose} />
    </Dialog>
  );
}

/** The picture that the file will hold. */
const Preview = memo(function Preview({ chart, options }: Pick<ActionsProps, "chart" | "options">) {
  const caption = useCaption(chart.day);
  const svg = documentOf(chart, caption, options);
  return svg && <img className={styles.preview} src={dataAddress(svg)} alt={`Preview of ${caption.title}`} />;
});

function Fields({ options, put }: { options: Options; put: (change: Partial<Options>) => void }) {
  const id = useId();
  return (
    <>
      <label className={styles.field}>
        Filename
        <TextField
          autoComplete="off"
          spellCheck={false}
          maxLength={LONGEST_NAME}
          value={options.filename}
          onChange={(event) => put({ filename: event.target.value })}
        />
      </label>
      <Check
        label="Include filter context"
        checked={options.withFilters}
        onChange={(withFilters) => put({ withFilters })}
      />
      <Check
        label="Include generation timestamp"
        checked={options.withTime}
        onChange={(withTime) => put({ withTime })}
      />
      <label className={styles.field}>
        Analysis notes
        <InputBase
          multiline
          rows={5}
          slotProps={{ input: { maxLength: LONGEST_NOTES, "aria-describedby": id } }}
          value={options.notes}
          onChange={(event) => put({ notes: event.target.value })}
        />
      </label>
      <p id={id} className={styles.note}>
        {`${wrapNotes(options.notes).length} of ${NOTE_LINES} lines; more is cut`}
      </p>
    </>
  );
}

interface ActionsProps {
  chart: ExportedChart;
  options: Options;
  onDone: () => void;
}

function Actions({ chart, options, onDone }: ActionsProps) {
  const dispatch = useAppDispatch();
  const allowed = useChartFormats();
  const caption = useCaption(chart.day);
  const [isBusy, setBusy] = useState(false);
  const attempt = async (act: (svg: string) => Promise<string>, failure: string) => {
    setBusy(true);
    try {
      const svg = documentOf(chart, caption, options);
      if (svg === null) throw new Error("the chart is not drawn");
      const done = await act(svg);
      dispatch(dataExported());
      dispatch(toolToast(done, "success"));
      onDone();
    } catch {
      dispatch(toolToast(failure, "error"));
      setBusy(false);
    }
  };
  const exportAs = (format: ChartFormat) => async (svg: string) => {
    const name = `${fileName(options.filename, defaultName(chart.day))}.${format}`;
    saveFile(format === "png" ? await pngOf(svg) : new Blob([svg], { type: "image/svg+xml" }), name);
    return `Chart exported as ${name}`;
  };
  const needs = (format: ChartFormat) => ({
    disabled: isBusy || !allowed.includes(format),
    title: allowed.includes(format) ? undefined : notInPlan(format.toUpperCase()),
  });
  return (
    <Stack direction="row" spacing={2} useFlexGap sx={{ flexWrap: "wrap", justifyContent: "flex-end" }}>
      <Button {...needs("png")} onClick={() => void attempt(copied, "Failed to copy the chart")}>
        Copy
      </Button>
      {CHART_FORMATS.map((format) => (
        <Button
          key={format}
          look={format === "png" ? "primary" : "plain"}
          {...needs(format)}
          onClick={() => void attempt(exportAs(format), "Failed to export the chart")}
        >
          Export {format.toUpperCase()}
        </Button>
      ))}
    </Stack>
  );
}

/** Browsers let a page write only on a click, so the picture is promised at once. */
async function copied(svg: string): Promise<string> {
  await navigator.clipboard.write([new ClipboardItem({ "image/png": pngOf(svg) })]);
  return "Chart copied";
}

/** What the file holds; null before the chart is drawn. */
function documentOf(
  { picture: draw, drawings, filters }: ExportedChart,
  { lines, ...caption }: Caption,
  { withFilters, withTime, notes }: Options,
): string | null {
  const picture = draw({ filters: withFilters });
  if (!picture) return null;
  // All of them, where the chart's header has room for 150 characters.
  const filtersLine = filters.length === 0 ? "No active filters" : `Filters: ${filters.join(" | ")}`;
  return composed({
    picture,
    drawings: drawings(picture),
    caption: { ...caption, lines: withFilters ? [...lines, filtersLine] : lines },
    notes,
    generatedAt: withTime ? new Date() : null,
    theme: readTheme(getComputedStyle(document.documentElement)),
  });
}
