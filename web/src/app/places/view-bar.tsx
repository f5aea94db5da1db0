import LockOutlined from "@mui/icons-material/LockOutlined";
import type { ComponentType } from "react";
import { useLocation } from "react-router";
import { lazyPart } from "@/kit/lazy-with-retry";
import { RovingLinks } from "@/kit/roving-links";
import { notInPlan } from "@/kit/words";
import { SCREENS, type Screen, type View } from "@/screens/screens";
import { useHasPart } from "./has-part";
import styles from "./places.module.css";
import { withView } from "./view-address";

const TOOLS = new Map<Screen, ComponentType>(
  SCREENS.flatMap((screen) =>
    screen.tools ? [[screen, lazyPart(screen.tools, <div className={styles.tools} />)] as const] : [],
  ),
);

interface Props {
  screen: Screen;
  /** Undefined where the address names none of them. */
  current: View | undefined;
}

/** The views of a screen: a step to another one keeps what the address says of the question. */
export function ViewBar({ screen, current }: Props) {
  const { search } = useLocation();
  const hasPart = useHasPart();
  const Tools = TOOLS.get(screen);
  const links = screen.views.map((view) => {
    const isLocked = hasPart(view.part) === false;
    return {
      to: withView(screen, view, { search }),
      title: view.title,
      isCurrent: view === current,
      ...(isLocked && {
        mark: <LockOutlined fontSize="inherit" titleAccess="Not in your plan" />,
        hint: notInPlan("this view"),
      }),
      fetchAhead: () => void view.load?.().catch(() => null),
    };
  });
  return (
    <div className={styles.bar}>
      <RovingLinks label={`Views of ${screen.title}`} className={styles.views} links={links} />
      {Tools && <Tools />}
    </div>
  );
}

/** Its room, while nothing of the screen is known yet. */
export function ViewRoom() {
  return <div className={styles.bar} />;
}
