import Close from "@mui/icons-material/Close";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import FilterCenterFocus from "@mui/icons-material/FilterCenterFocus";
import FormatListBulleted from "@mui/icons-material/FormatListBulleted";
import HorizontalRule from "@mui/icons-material/HorizontalRule";
import PaletteOutlined from "@mui/icons-material/PaletteOutlined";
import RectangleOutlined from "@mui/icons-material/RectangleOutlined";
import Redo from "@mui/icons-material/Redo";
import ShowChart from "@mui/icons-material/ShowChart";
import Title from "@mui/icons-material/Title";
import Undo from "@mui/icons-material/Undo";
import Divider from "@mui/material/Divider";
import type { UnknownAction } from "@reduxjs/toolkit";
import type { ComponentType } from "react";
import { TOOL_NAMES, TOOLS, type Tool } from "@/kept/drawings/drawings";
import {
  drawingRemoved,
  drawingsCleared,
  panelOpened,
  redone,
  snapToggled,
  toolChosen,
  undone,
} from "@/kept/drawings/drawings-slice";
import { Button, type ButtonProps } from "@/kit/button";
import { type AppThunk, useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { toolToast } from "@/lib/state/ui-slice";
import { countOf } from "@/lib/text/format";
import styles from "./drawing.module.css";

const TOOL_ICONS: Record<Tool, ComponentType> = {
  horizontal_line: HorizontalRule,
  trend_line: ShowChart,
  rectangle: RectangleOutlined,
  text: Title,
};

type RailAction = [
  label: string,
  icon: ComponentType,
  act: () => UnknownAction | AppThunk,
  props: ButtonProps,
];

const OPENS = { "aria-haspopup": "dialog" } as const;

const clearDrawings = (): AppThunk => (dispatch, getState) => {
  const count = getState().drawings.shown.length;
  dispatch(drawingsCleared());
  dispatch(toolToast(`Cleared ${countOf(count, "drawing")}. Undo brings them back`));
};

/** The tools that draw, and what is done with what was drawn. */
export function DrawingRail() {
  const dispatch = useAppDispatch();
  const { tool, isSnapping, place, shown, selected, past, future } = useAppSelector(
    (state) => state.drawings,
  );
  const isEmpty = shown.length === 0;
  const tools = TOOLS.map((name): RailAction => {
    const props = { "aria-pressed": name === tool, disabled: place === null };
    return [TOOL_NAMES[name], TOOL_ICONS[name], () => toolChosen(name), props];
  });
  const actions: RailAction[] = [
    ["Snap to prices", FilterCenterFocus, snapToggled, { "aria-pressed": isSnapping }],
    ["Undo drawing", Undo, undone, { disabled: past.length === 0 }],
    ["Redo drawing", Redo, redone, { disabled: future.length === 0 }],
    [
      "Style of the selected drawing",
      PaletteOutlined,
      () => panelOpened("style"),
      { ...OPENS, disabled: !selected },
    ],
    ["List of drawings", FormatListBulleted, () => panelOpened("list"), { ...OPENS, disabled: isEmpty }],
    ["Delete selected drawing", Close, () => drawingRemoved(selected ?? ""), { disabled: !selected }],
    ["Clear all drawings", DeleteOutlined, clearDrawings, { disabled: isEmpty }],
  ];
  const button = ([label, Icon, act, props]: RailAction) => (
    <Button
      key={label}
      look="icon"
      aria-label={label}
      data-hint={label}
      onClick={() => dispatch(act())}
      {...props}
    >
      <Icon />
    </Button>
  );
  return (
    <div className={styles.rail} role="toolbar" aria-label="Drawing tools" aria-orientation="vertical">
      {tools.map(button)}
      <Divider sx={{ my: 1, display: { xs: "none", sm: "block" } }} />
      {actions.map(button)}
    </div>
  );
}
