import { useEffect, useState } from "react";
import { type ChartTheme, readTheme } from "./theme";

const THEME_MS = 100;

const current = () => readTheme(getComputedStyle(document.documentElement));

/** The page's colours; after a change of theme the chart takes them over 100 ms later. */
export function useChartTheme(): ChartTheme {
  const [theme, setTheme] = useState(current);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const watch = new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(() => setTheme(current()), THEME_MS);
    });
    watch.observe(document.documentElement, { attributeFilter: ["class"] });
    return () => {
      watch.disconnect();
      clearTimeout(timer);
    };
  }, []);
  return theme;
}
