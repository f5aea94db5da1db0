import { useState } from "react";
import { useAppSelector } from "@/lib/state/hooks";
import { Button } from "@/lib/ui/button";
import { selectAmaOn } from "./state/chart-slice";
import type { ChartExport, ChartSurroundings } from "./types";

type Open = "ama" | "lines" | "export" | null;

interface Props
  extends Pick<ChartSurroundings, "amaSettings" | "lineSettings" | "exportChart" | "exportDenied"> {
  /** Null while there is nothing to export. */
  chart: ChartExport | null;
}

/** The buttons that open what lies over the chart, and what is open. */
export function Panels({ amaSettings, lineSettings, exportChart, exportDenied = null, chart }: Props) {
  const [open, setOpen] = useState<Open>(null);
  const isOn = useAppSelector(selectAmaOn);
  const close = () => setOpen(null);
  return (
    <>
      <Button aria-haspopup="dialog" disabled={!isOn} onClick={() => setOpen("ama")}>
        AMA Settings
      </Button>
      <Button aria-haspopup="dialog" onClick={() => setOpen("lines")}>
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
      {open === "ama" && isOn && amaSettings?.(close)}
      {open === "lines" && lineSettings?.(close)}
      {open === "export" && chart && exportChart?.(close, chart)}
    </>
  );
}
