import Check from "@mui/icons-material/Check";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import type { SyntheticEvent } from "react";
import { type Drawing, isFull } from "@/kept/drawings/drawings";
import { drawingChanged, drawingRemoved, panelOpened } from "@/kept/drawings/drawings-slice";
import { shellElement } from "@/kit/overlays/shell-element";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";

interface Props {
  drawing: Drawing;
  /** In pixels of the window. */
  at: { left: number; top: number };
  onCopy: () => void;
}

const stop = (event: SyntheticEvent) => event.stopPropagation();

/** What can be done with a drawing, where the right button was pressed on it. */
export function DrawingMenu({ drawing, at, onCopy }: Props) {
  const dispatch = useAppDispatch();
  const shown = useAppSelector(({ drawings }) => drawings.shown);
  const { isEveryDay = false } = drawing;
  const close = () => dispatch(panelOpened(null));
  const closing = (act: () => void) => () => {
    close();
    act();
  };
  return (
    <Menu
      open
      anchorReference="anchorPosition"
      anchorPosition={at}
      container={shellElement}
      onClose={close}
      // React passes these events to the chart, though this menu is outside it on the page.
      onPointerDown={stop}
      onDoubleClick={stop}
      onWheel={stop}
      slotProps={{ list: { dense: true, "aria-label": "Drawing" } }}
    >
      <MenuItem onClick={() => dispatch(panelOpened("style"))}>Style</MenuItem>
      <MenuItem
        role="menuitemcheckbox"
        aria-checked={isEveryDay}
        disabled={isFull(shown, !isEveryDay)}
        onClick={closing(() => dispatch(drawingChanged({ ...drawing, isEveryDay: !isEveryDay })))}
      >
        Every day {isEveryDay && <Check fontSize="inherit" sx={{ ml: 1 }} />}
      </MenuItem>
      <MenuItem onClick={closing(onCopy)}>Duplicate</MenuItem>
      <MenuItem onClick={closing(() => dispatch(drawingRemoved(drawing.id)))}>Delete</MenuItem>
    </Menu>
  );
}
