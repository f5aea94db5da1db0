import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { Button } from "@/lib/ui/button";
import { Icon } from "@/lib/ui/icons";
import styles from "./drawing.module.css";
import { clearDrawings, removeSelected } from "./drawing-actions";
import { TOOL_NAMES, TOOLS, type Tool } from "./state/drawings";
import {
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

const TOOL_ICONS: Record<Tool, string> = {
  horizontal_line: "M3 12H21M12 9v6",
  trend_line: "M4 19L20 5M4 19v.01M20 5v.01",
  rectangle: "M4 6H20V18H4Z",
  text: "M5 6V5H19V6M12 5V19M9 19H15",
};

const ICONS = {
  snap: "M6 4V12A6 6 0 0 0 18 12V4M6 8H10V4H6M14 8H18V4H14V12A2 2 0 0 1 10 12V8",
  undo: "M9 5L4 10L9 15M4 10H15A5 5 0 0 1 15 20H11",
  redo: "M15 5L20 10L15 15M20 10H9A5 5 0 0 0 9 20H13",
  remove: "M6 6L18 18M18 6L6 18",
  clear: "M4 7H20M9 7V4H15V7M6 7L7 20H17L18 7M10 11V16M14 11V16",
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
        icon={ICONS.snap}
        isPressed={isSnapping}
        onClick={() => dispatch(snapToggled())}
      />
      <RailButton
        label="Undo drawing"
        icon={ICONS.undo}
        disabled={!canUndo}
        onClick={() => dispatch(undone())}
      />
      <RailButton
        label="Redo drawing"
        icon={ICONS.redo}
        disabled={!canRedo}
        onClick={() => dispatch(redone())}
      />
      <RailButton
        label="Delete selected drawing"
        icon={ICONS.remove}
        disabled={!hasSelected}
        onClick={() => dispatch(removeSelected())}
      />
      <RailButton
        label="Clear all drawings"
        icon={ICONS.clear}
        disabled={isEmpty}
        onClick={() => dispatch(clearDrawings())}
      />
    </div>
  );
}

interface ButtonParts {
  label: string;
  icon: string;
  isPressed?: boolean;
  disabled?: boolean;
  onClick: () => void;
}

function RailButton({ label, icon, isPressed, disabled = false, onClick }: ButtonParts) {
  return (
    <Button
      look="icon"
      aria-label={label}
      data-hint={label}
      aria-pressed={isPressed}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon path={icon} />
    </Button>
  );
}
