import Tooltip from "@mui/material/Tooltip";
import type { ShownHint } from "./hints";

const MODIFIERS = [{ name: "offset", options: { offset: [0, 6] } }];

export default function HintTooltip({ text, exact, target }: ShownHint) {
  const title = exact ? [text, <small key="exact">{exact}</small>] : text;
  return (
    <Tooltip
      open
      describeChild
      id="hint"
      title={title}
      slotProps={{ popper: { anchorEl: target, modifiers: MODIFIERS } }}
    >
      <span hidden />
    </Tooltip>
  );
}
