import useMediaQuery from "@mui/material/useMediaQuery";
import { useEffect, useLayoutEffect, useState } from "react";

const PHONE_ON_ITS_SIDE = "(orientation: landscape) and (max-height: 480px) and (pointer: coarse)";

export type WholeWindow = ReturnType<typeof useWholeWindow>;

/** Whether the chart has the whole window: as its button says, else on a phone on its side. */
export function useWholeWindow() {
  const isOnSide = useMediaQuery(PHONE_ON_ITS_SIDE, { noSsr: true });
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isWhole = chosen ?? isOnSide;
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute("data-whole-chart", isWhole);
    return () => document.documentElement.removeAttribute("data-whole-chart");
  }, [isWhole]);
  useEffect(() => {
    const follow = () => {
      if (!document.fullscreenElement) setChosen((was) => was && null);
    };
    document.addEventListener("fullscreenchange", follow);
    return () => {
      document.removeEventListener("fullscreenchange", follow);
      leaveFullScreen();
    };
  }, []);
  const toggle = () => {
    setChosen(!isWhole);
    if (isWhole) leaveFullScreen();
    // Where a browser has or gives none, the chart still has the whole of its window.
    else document.documentElement.requestFullscreen?.().catch(() => undefined);
  };
  return { isWhole, toggle };
}

function leaveFullScreen() {
  if (document.fullscreenElement) void document.exitFullscreen();
}
