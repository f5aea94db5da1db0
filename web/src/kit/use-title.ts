import { useEffect } from "react";

/** Call the browser's tab after a place and what is asked there: "Gap Up, 301 days · Curve · Session Almanac". */
export function useTitle(...parts: (string | null | undefined)[]) {
  const title = [...parts.filter(Boolean), "Session Almanac"].join(" · ");
  useEffect(() => {
    document.title = title;
  }, [title]);
}
