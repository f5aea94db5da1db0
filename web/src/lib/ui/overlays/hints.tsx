import Tooltip from "@mui/material/Tooltip";
import { useEffect, useState } from "react";
import { type ShownHint, watchHints } from "./hint-watch";

const MODIFIERS = [{ name: "offset", options: { offset: [0, 6] } }];

/**
 * The page's one tooltip: shows the `data-hint` of what the pointer rests on or the keyboard has focused, a line
 * each, and its `data-hint-exact` below. One listener for all cards costs nothing per card.
 */
export function Hints() {
  const [shown, setShown] = useState<ShownHint | null>(null);
  useEffect(() => watchHints(document, setShown), []);
  useEffect(() => {
    shown?.target.setAttribute("aria-describedby", "hint");
    return () => shown?.target.removeAttribute("aria-describedby");
  }, [shown]);
  if (!shown) return null;
  const { text, exact, target } = shown;
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
