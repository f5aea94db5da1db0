import { Activity, useEffect, useRef, useState } from "react";
import { useLocation, useNavigationType } from "react-router";
import { DashboardRoute } from "@/screens/dashboard/dashboard-route";
import { SCREENS, shownAt } from "@/screens/screens";
import styles from "./places.module.css";

const ANSWERS = SCREENS[0]?.views[0];

/**
 * The dashboard's answers stay mounted while another view is shown: a way back finds what was unfolded, and the focus
 * where it was.
 */
export function KeptAnswers() {
  const isShown = shownAt(useLocation()).view === ANSWERS;
  const [wasShown, setWasShown] = useState(isShown);
  if (isShown && !wasShown) setWasShown(true);
  if (!wasShown) return null;
  return (
    <Activity mode={isShown ? "visible" : "hidden"}>
      <Answers />
    </Activity>
  );
}

function Answers() {
  const isBack = useRef(false);
  isBack.current = useNavigationType() === "POP";
  const place = useRef<HTMLDivElement>(null);
  const focused = useRef<HTMLElement | null>(null);
  // An Activity runs its effects again when it is shown again.
  useEffect(() => {
    const container = place.current;
    const returns = isBack.current && document.activeElement === document.body;
    if (returns && focused.current?.isConnected) focused.current.focus({ preventScroll: true });
    const note = ({ target }: FocusEvent) => {
      focused.current = target instanceof HTMLElement ? target : null;
    };
    container?.addEventListener("focusin", note);
    return () => container?.removeEventListener("focusin", note);
  }, []);
  return (
    <div ref={place} className={styles.kept}>
      <DashboardRoute />
    </div>
  );
}
