import Stack from "@mui/material/Stack";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import type { ReactNode } from "react";
import { type Drawing, type DrawingLook, isFull } from "@/kept/drawings/drawings";
import { drawingChanged, drawingRemoved } from "@/kept/drawings/drawings-slice";
import { preferencesChosen } from "@/kept/preferences/preferences-slice";
import { Button } from "@/kit/button";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { DASHES, LINE_STYLES } from "@/plot/settings/line-settings";
import styles from "./drawing.module.css";

/** A colour that is seen on both surfaces; the first is the theme's own. */
const COLORS = {
  Standard: "",
  Red: "#E5484D",
  Orange: "#D97706",
  Green: "#1F9D55",
  Teal: "#0E94A8",
  Blue: "#2F6FED",
  Pink: "#D6409F",
  Grey: "#7D8590",
};
const WIDTHS = [1, 2, 3, 4, 5];

/** Colour, width and dash of a drawing, which the next ones take over, and the days that show it. */
export function DrawingStyle({ drawing, onCopy }: { drawing: Drawing; onCopy: () => void }) {
  const dispatch = useAppDispatch();
  const shown = useAppSelector(({ drawings }) => drawings.shown);
  const change = (part: Partial<Drawing>) => dispatch(drawingChanged({ ...drawing, ...part } as Drawing));
  const last = useAppSelector(({ preferences }) => preferences.drawingStyle);
  const restyle = (part: DrawingLook) => {
    change(part);
    dispatch(preferencesChosen({ drawingStyle: { ...last, ...part } }));
  };
  const { color = "", width = 0, dash = "solid", isEveryDay = false } = drawing;
  return (
    <div className={styles.panel}>
      <Choice name="Color" value={color} onChoose={(chosen) => restyle({ color: chosen || undefined })}>
        {Object.entries(COLORS).map(([name, value]) => (
          <ToggleButton key={name} value={value} aria-label={name} data-hint={name}>
            <i className={styles.swatch} style={{ background: value }} />
          </ToggleButton>
        ))}
      </Choice>
      {drawing.type !== "text" && (
        <>
          <Choice name="Width" value={width} onChoose={(chosen) => restyle({ width: chosen })}>
            {WIDTHS.map((value) => (
              <ToggleButton key={value} value={value} aria-label={`${value} px`}>
                <Sample width={value} />
              </ToggleButton>
            ))}
          </Choice>
          <Choice name="Dash" value={dash} onChoose={(chosen) => restyle({ dash: chosen })}>
            {LINE_STYLES.map((value) => (
              <ToggleButton key={value} value={value} aria-label={value}>
                <Sample width={2} dashes={DASHES[value].join(" ")} />
              </ToggleButton>
            ))}
          </Choice>
        </>
      )}
      <Choice name="Shown on" value={isEveryDay} onChoose={(chosen) => change({ isEveryDay: chosen })}>
        <ToggleButton value={false} disabled={isEveryDay && isFull(shown, false)}>
          This day
        </ToggleButton>
        <ToggleButton value={true} disabled={!isEveryDay && isFull(shown, true)}>
          Every day
        </ToggleButton>
      </Choice>
      <Stack direction="row" spacing={2}>
        <Button onClick={onCopy}>Duplicate</Button>
        <Button onClick={() => dispatch(drawingRemoved(drawing.id))}>Delete</Button>
      </Stack>
    </div>
  );
}

interface ChoiceProps<Value> {
  name: string;
  value: Value;
  onChoose: (value: Value) => void;
  children: ReactNode;
}

/** One of a few. */
function Choice<Value>({ name, value, onChoose, children }: ChoiceProps<Value>) {
  return (
    <div className={styles.choice}>
      <span aria-hidden="true">{name}</span>
      <ToggleButtonGroup
        exclusive
        size="small"
        aria-label={name}
        value={value}
        onChange={(_, chosen: Value | null) => chosen !== null && onChoose(chosen)}
      >
        {children}
      </ToggleButtonGroup>
    </div>
  );
}

function Sample({ width, dashes }: { width: number; dashes?: string }) {
  return (
    <svg width="24" height="12" aria-hidden="true">
      <path d="M0 6H24" stroke="currentColor" strokeWidth={width} strokeDasharray={dashes} />
    </svg>
  );
}
