import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { type ShownHint, watchHints } from "./hint-watch";
import styles from "./hints.module.css";

const GAP = 6;

/**
 * The page's one tooltip: shows the `data-hint` of what the pointer rests on or the keyboard has focused, a line
 * each, and its `data-hint-exact` below. One
 * listener for all cards costs nothing per card.
 */
export function Hints() {
  const [shown, setShown] = useState<ShownHint | null>(null);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => watchHints(document, setShown), []);
  useLayoutEffect(() => {
    if (!shown || !box.current) return;
    place(box.current, shown.target.getBoundingClientRect());
    shown.target.setAttribute("aria-describedby", "hint");
    return () => shown.target.removeAttribute("aria-describedby");
  }, [shown]);
  return shown ? (
    <div ref={box} id="hint" role="tooltip" className={styles.hint}>
      {shown.text}
      {shown.exact && <small className={styles.exact}>{shown.exact}</small>}
    </div>
  ) : null;
}

/** Above the target where there is room, else below; always inside the window. */
function place(box: HTMLElement, target: DOMRect) {
  const left = target.left + target.width / 2 - box.offsetWidth / 2;
  const above = target.top - box.offsetHeight - GAP;
  box.style.left = `${Math.max(GAP, Math.min(left, innerWidth - box.offsetWidth - GAP))}px`;
  box.style.top = `${above >= GAP ? above : target.bottom + GAP}px`;
}
