import Popover from "@mui/material/Popover";
import type { SyntheticEvent } from "react";
import type { ChartFrame } from "@/charts/candles/viewport/frame";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { shellElement } from "@/lib/ui/overlays/shell-element";
import { DrawingList } from "./drawing-list";
import { DrawingStyle } from "./drawing-style";
import type { Drawing } from "./state/drawings";
import { type Panel, panelOpened, selectDrawings, selectSelectedDrawing } from "./state/drawings-slice";

interface Props {
  panel: Panel;
  layer: HTMLElement | null;
  frame: ChartFrame;
  onCopy: (drawing: Drawing) => void;
}

const stop = (event: SyntheticEvent) => event.stopPropagation();

/** How the selected drawing looks, below it, or the list of all, in the chart's corner. */
export default function DrawingPanel({ panel, layer, frame, onCopy }: Props) {
  const dispatch = useAppDispatch();
  const drawings = useAppSelector(selectDrawings);
  const selected = useAppSelector(selectSelectedDrawing);
  const drawing = drawings.find(({ id }) => id === selected);
  const isStyle = panel === "style" && drawing !== undefined;
  const close = () => dispatch(panelOpened(null));
  const drawn = isStyle ? layer?.querySelector("[data-selected=true]") : null;
  return (
    <Popover
      open={isStyle || panel === "list"}
      anchorEl={drawn ?? layer}
      anchorOrigin={
        drawn ? { vertical: "bottom", horizontal: "center" } : { vertical: "top", horizontal: "left" }
      }
      transformOrigin={{ vertical: "top", horizontal: drawn ? "center" : "left" }}
      container={shellElement}
      onClose={close}
      // What the chart below is told by React, though this stands beside it on the page.
      onPointerDown={stop}
      onDoubleClick={stop}
      onWheel={stop}
      slotProps={{
        paper: { role: "dialog", "aria-label": isStyle ? "Style of the drawing" : "Drawings" },
      }}
    >
      {isStyle ? (
        <DrawingStyle drawing={drawing} onCopy={() => onCopy(drawing)} />
      ) : (
        <DrawingList decimals={frame.day.metadata.price_decimals} />
      )}
    </Popover>
  );
}
