import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import VisibilityOffOutlined from "@mui/icons-material/VisibilityOffOutlined";
import VisibilityOutlined from "@mui/icons-material/VisibilityOutlined";
import IconButton from "@mui/material/IconButton";
import InputBase from "@mui/material/InputBase";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemButton from "@mui/material/ListItemButton";
import ListItemText from "@mui/material/ListItemText";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import styles from "./drawing.module.css";
import { describe } from "./shapes";
import { type Drawing, LONGEST_TEXT } from "./state/drawings";
import {
  drawingChanged,
  drawingRemoved,
  drawingSelected,
  selectDrawings,
  selectSelectedDrawing,
} from "./state/drawings-slice";

/** The drawings of the day, each to be selected, hidden and deleted, a text to be written anew. */
export function DrawingList({ decimals }: { decimals: number }) {
  const dispatch = useAppDispatch();
  const drawings = useAppSelector(selectDrawings);
  const selected = useAppSelector(selectSelectedDrawing);
  if (drawings.length === 0) return <p className={styles.panel}>Nothing is drawn on this day.</p>;
  return (
    <List dense className={styles.list}>
      {drawings.map((drawing) => {
        const name = describe(drawing, decimals);
        const { id, isHidden, isEveryDay } = drawing;
        return (
          <ListItem key={id} disablePadding data-hidden={isHidden}>
            <ListItemButton selected={id === selected} onClick={() => dispatch(drawingSelected(id))}>
              <ListItemText primary={name} secondary={isEveryDay && "Every day"} />
            </ListItemButton>
            {drawing.type === "text" && <Words key={drawing.text} drawing={drawing} />}
            <IconButton
              aria-label={`Hide ${name}`}
              aria-pressed={isHidden ?? false}
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
      })}
    </List>
  );
}

/** The words of a text: Enter or leaving keeps them, where there are any. */
function Words({ drawing }: { drawing: Extract<Drawing, { type: "text" }> }) {
  const dispatch = useAppDispatch();
  const keep = (text: string) => {
    if (text && text !== drawing.text) dispatch(drawingChanged({ ...drawing, text }));
  };
  return (
    <InputBase
      defaultValue={drawing.text}
      className={styles.words}
      disableInjectingGlobalStyles
      inputProps={{ "aria-label": `Words of ${drawing.text}`, maxLength: LONGEST_TEXT }}
      onBlur={({ target }) => keep(target.value.trim())}
      onKeyDown={({ key, target }) => {
        if (key === "Enter" && target instanceof HTMLInputElement) keep(target.value.trim());
      }}
    />
  );
}
