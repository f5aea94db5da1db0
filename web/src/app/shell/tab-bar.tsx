import { useLocation } from "react-router";
import { RovingLinks } from "@/kit/roving-links";
import { pathsOf, SCREENS } from "@/screens/screens";
import { useHasPart } from "../places/has-part";
import styles from "./shell.module.css";

const TABS = SCREENS.filter(({ isTab }) => isTab);

/** The tabs of the page, without those that the visitor's plan has nothing of. */
export function TabBar() {
  const { pathname } = useLocation();
  const hasPart = useHasPart();
  const links = TABS.filter(({ views }) => views.some(({ part }) => hasPart(part))).map((screen) => ({
    to: screen.path,
    title: screen.title,
    isCurrent: pathsOf(screen).includes(pathname),
    fetchAhead: () => void screen.views[0].load?.().catch(() => null),
  }));
  return <RovingLinks label="Screens" className={styles.tabs} links={links} />;
}
