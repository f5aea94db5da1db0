import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import VisibilityOffOutlined from "@mui/icons-material/VisibilityOffOutlined";
import VisibilityOutlined from "@mui/icons-material/VisibilityOutlined";
import IconButton from "@mui/material/IconButton";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemButton from "@mui/material/ListItemButton";
import ListItemText from "@mui/material/ListItemText";
import Popover from "@mui/material/Popover";
import type { SyntheticEvent } from "react";
import type { Drawing } from "@/kept/drawings/drawings";
import { drawingChanged, drawingRemoved, drawingSelected, panelOpened } from "@/kept/drawings/drawings-slice";
import { shellElement } from "@/kit/overlays/shell-element";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import styles from "./drawing.module.css";
import { DrawingMenu } from "./drawing-menu";
import { DrawingStyle } from "./drawing-style";
import { describe } from "./shapes";
import { TextEntry } from "./text-entry";

interface Props {
  layer: HTMLElement | null;
  decimals: number;
  onCopy: (drawing: Drawing) => void;
}

const stop = (event: SyntheticEvent) => event.stopPropagation();

/** How the selected drawing looks, below it, its menu, or the list of all, in the chart's corner. */
export default function DrawingPanel({ layer, decimals, onCopy }: Props) {
  const dispatch = useAppDispatch();
  const { panel, shown, selected } = useAppSelector(({ drawings }) => drawings);
  const drawing = panel === "list" ? undefined : shown.find(({ id }) => id === selected);
  if (drawing && typeof panel === "object" && panel)
    return <DrawingMenu drawing={drawing} at={panel} onCopy={() => onCopy(drawing)} />;
  const drawn = drawing && layer?.querySelector("[data-selected=true]");
  const horizontal = drawn ? "center" : "left";
  return (
    <Popover
      open={drawing !== undefined || panel === "list"}
      anchorEl={drawn ?? layer}
      anchorOrigin={{ vertical: drawn ? "bottom" : "top", horizontal }}
      transformOrigin={{ vertical: "top", horizontal }}
      container={shellElement}
      onClose={() => dispatch(panelOpened(null))}
      // React passes these events to the chart, though this panel is outside it on the page.
      onPointerDown={stop}
      onDoubleClick={stop}
      onWheel={stop}
      slotProps={{
        paper: { role: "dialog", "aria-label": drawing ? "Style of the drawing" : "Drawings" },
      }}
    >
      {drawing ? (
        <DrawingStyle drawing={drawing} onCopy={() => onCopy(drawing)} />
      ) : (
        <DrawingList decimals={decimals} />
      )}
    </Popover>
  );
}

/** The drawings of the day: select, hide, delete; rewrite a text. */
function DrawingList({ decimals }: Pick<Props, "decimals">) {
  const { shown } = useAppSelector(({ drawings }) => drawings);
  if (shown.length === 0) return <p className={styles.panel}>Nothing is drawn on this day.</p>;
  return (
    <List dense className={styles.list}>
      {shown.map((drawing) => (
        <Entry key={drawing.id} drawing={drawing} name={describe(drawing, decimals)} />
      ))}
    </List>
  );
}

function Entry({ drawing, name }: { drawing: Drawing; name: string }) {
  const dispatch = useAppDispatch();
  const selected = useAppSelector(({ drawings }) => drawings.selected);
  const { id, isHidden = false, isEveryDay } = drawing;
  return (
    <ListItem disablePadding data-hidden={isHidden}>
      <ListItemButton selected={id === selected} onClick={() => dispatch(drawingSelected(id))}>
        <ListItemText primary={name} secondary={isEveryDay && "Every day"} />
      </ListItemButton>
      {drawing.type === "text" && (
        <TextEntry
          key={drawing.text}
          label={`Words of ${drawing.text}`}
          before={drawing.text}
          className={styles.words}
          onWrite={(text) => text && text !== drawing.text && dispatch(drawingChanged({ ...drawing, text }))}
        />
      )}
      <IconButton
        aria-label={`Hide ${name}`}
        aria-pressed={isHidden}
        data-hint={isHidden ? "Show" : "Hide"}
        onClick={() => dispatch(drawingChanged({ ...drawing, isHidden: !isHidden }))}
      >
        {isHidden ? <VisibilityOffOutlined /> : <VisibilityOutlined />}
      </IconButton>
      <IconButton
        aria-label={`Delete ${name}`}
        data-hint="Delete"
        onClick={({ currentTarget }) => {
          // The focus does not go with the row.
          currentTarget.closest<HTMLElement>("[role=dialog]")?.focus();
          dispatch(drawingRemoved(id));
        }}
      >
        <DeleteOutlined />
      </IconButton>
    </ListItem>
  );
}
