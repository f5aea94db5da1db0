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
import type { ComponentType } from "react";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { Button } from "@/lib/ui/button";
import styles from "./drawing.module.css";
import { clearDrawings, removeSelected } from "./drawing-actions";
import { TOOL_NAMES, TOOLS, type Tool } from "./state/drawings";
import {
  panelOpened,
  redone,
  selectCanRedo,
  selectCanUndo,
  selectDrawings,
  selectIsSnapping,
  selectPlace,
  selectSelectedDrawing,
  selectTool,
  snapToggled,
  toolChosen,
  undone,
} from "./state/drawings-slice";

const TOOL_ICONS: Record<Tool, ComponentType> = {
  horizontal_line: HorizontalRule,
  trend_line: ShowChart,
  rectangle: RectangleOutlined,
  text: Title,
};

/** The tools that draw, and what is done with what was drawn. */
export function DrawingRail() {
  const dispatch = useAppDispatch();
  const tool = useAppSelector(selectTool);
  const isSnapping = useAppSelector(selectIsSnapping);
  const hasDay = useAppSelector(selectPlace) !== null;
  const isEmpty = useAppSelector(selectDrawings).length === 0;
  const hasSelected = useAppSelector(selectSelectedDrawing) !== null;
  const canUndo = useAppSelector(selectCanUndo);
  const canRedo = useAppSelector(selectCanRedo);
  return (
    <div className={styles.rail} role="toolbar" aria-label="Drawing tools" aria-orientation="vertical">
      {TOOLS.map((name) => (
        <RailButton
          key={name}
          label={TOOL_NAMES[name]}
          icon={TOOL_ICONS[name]}
          isPressed={name === tool}
          disabled={!hasDay}
          onClick={() => dispatch(toolChosen(name))}
        />
      ))}
      <hr />
      <RailButton
        label="Snap to prices"
        icon={FilterCenterFocus}
        isPressed={isSnapping}
        onClick={() => dispatch(snapToggled())}
      />
      <RailButton label="Undo drawing" icon={Undo} disabled={!canUndo} onClick={() => dispatch(undone())} />
      <RailButton label="Redo drawing" icon={Redo} disabled={!canRedo} onClick={() => dispatch(redone())} />
      <RailButton
        label="Style of the selected drawing"
        icon={PaletteOutlined}
        opens="dialog"
        disabled={!hasSelected}
        onClick={() => dispatch(panelOpened("style"))}
      />
      <RailButton
        label="List of drawings"
        icon={FormatListBulleted}
        opens="dialog"
        disabled={isEmpty}
        onClick={() => dispatch(panelOpened("list"))}
      />
      <RailButton
        label="Delete selected drawing"
        icon={Close}
        disabled={!hasSelected}
        onClick={() => dispatch(removeSelected())}
      />
      <RailButton
        label="Clear all drawings"
        icon={DeleteOutlined}
        disabled={isEmpty}
        onClick={() => dispatch(clearDrawings())}
      />
    </div>
  );
}

interface ButtonParts {
  label: string;
  icon: ComponentType;
  isPressed?: boolean;
  opens?: "dialog";
  disabled?: boolean;
  onClick: () => void;
}

function RailButton({ label, icon: Icon, isPressed, opens, disabled = false, onClick }: ButtonParts) {
  return (
    <Button
      look="icon"
      aria-label={label}
      data-hint={label}
      aria-pressed={isPressed}
      aria-haspopup={opens}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon />
    </Button>
  );
}
