import { useLayoutEffect, useState } from "react";

/** The upper edge of the chart's plot, where the chart is on the screen. */
export const PLOT_TOP_ID = "plot-top";

/** In pixels from the window's edges. */
export interface Corner {
  top: number;
  right: number;
}

/** Where the plot's upper right corner is now, also while the page scrolls; null without a chart. */
export function usePlotCorner(): Corner | null {
  const [corner, setCorner] = useState<Corner | null>(null);
  useLayoutEffect(() => {
    const measure = () => {
      const edge = document.getElementById(PLOT_TOP_ID)?.getBoundingClientRect();
      setCorner(edge ? { top: edge.top, right: window.innerWidth - edge.right } : null);
    };
    measure();
    const closing = new AbortController();
    for (const event of ["scroll", "resize"])
      window.addEventListener(event, measure, { capture: true, passive: true, signal: closing.signal });
    return () => closing.abort();
  }, []);
  return corner;
}
