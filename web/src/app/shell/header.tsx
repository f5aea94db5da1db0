import ArrowBack from "@mui/icons-material/ArrowBack";
import DarkModeOutlined from "@mui/icons-material/DarkModeOutlined";
import LightModeOutlined from "@mui/icons-material/LightModeOutlined";
import Menu from "@mui/icons-material/Menu";
import useMediaQuery from "@mui/material/useMediaQuery";
import { Link, useLocation } from "react-router";
import { selectTier } from "@/api/session/session-slice";
import { Button } from "@/kit/button";
import { useNarrow } from "@/kit/use-narrow";
import { usePhone } from "@/kit/use-phone";
import { otherTheme, SYSTEM_DARK } from "@/lib/browser/shown-theme";
import { flags } from "@/lib/flags";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { drawerSet, sidebarToggled, themeChosen } from "@/lib/state/ui-slice";
import { TIER_NAMES } from "@/lib/tiers";
import { FindButton } from "@/parts/find/find-button";
import { QuestionSheet } from "@/parts/question-row/question-sheet";
import { UserMenu } from "@/screens/entry/account/user-menu";
import { returnUrl } from "@/screens/entry/return-url";
import { shownAt, type View } from "@/screens/screens";
import { QUESTION_PARTS } from "./answer-place";
import { loadFind } from "./modals";
import { Scope } from "./scope";
import styles from "./shell.module.css";
import { TabBar } from "./tab-bar";

export function Header() {
  const isPhone = usePhone();
  const { screen, view } = shownAt(useLocation());
  return (
    <header className={styles.header}>
      <div className={styles.leading}>
        {screen?.hasSidebar && <SidebarToggle />}
        <Link to="/dashboard" className={styles.title} style={{ color: "inherit", textDecoration: "none" }}>
          Session Almanac
        </Link>
      </div>
      {!isPhone && <TabBar />}
      <div className={styles.tools}>
        {isPhone && view?.question && <QuestionSheet {...QUESTION_PARTS} />}
        {!isPhone && <ScopeOf view={view} />}
        {!isPhone && <TierAndWayBack />}
        <FindButton fetchAhead={() => void loadFind().catch(() => null)} />
        {flags.darkMode && !isPhone && <ThemeToggle />}
        <UserMenu head={isPhone && <PhoneTools view={view} />} />
      </div>
    </header>
  );
}

/** What the header has no room for on a phone. */
function PhoneTools({ view }: { view: View | undefined }) {
  return (
    <div className={styles.phoneTools}>
      <ScopeOf view={view} />
      <TierAndWayBack />
      {flags.darkMode && <ThemeToggle />}
    </div>
  );
}

/** The parts of the question's scope that act on a view without a question bar. */
function ScopeOf({ view }: { view: View | undefined }) {
  return view?.scope && <Scope parts={view.scope} />;
}

function TierAndWayBack() {
  const back = returnUrl();
  const tier = useAppSelector(selectTier);
  return (
    <>
      <span className={styles.tier} data-tier={tier}>
        {TIER_NAMES[tier]}
      </span>
      {back && (
        <Button href={back} target="_top">
          <ArrowBack fontSize="inherit" /> Return to Course
        </Button>
      )}
    </>
  );
}

/** Whether the sidebar is open, beside the page or over it, and the way to change that. */
export function useSidebarToggle(): { isOpen: boolean; toggle: () => void } {
  const dispatch = useAppDispatch();
  const isNarrow = useNarrow();
  const isOpen = useAppSelector(({ ui }) => (isNarrow ? ui.drawerOpen : ui.sidebarOpen));
  return { isOpen, toggle: () => void dispatch(isNarrow ? drawerSet(!isOpen) : sidebarToggled()) };
}

function SidebarToggle() {
  const { isOpen, toggle } = useSidebarToggle();
  return (
    <Button look="icon" aria-label="Toggle sidebar" aria-expanded={isOpen} onClick={toggle}>
      <Menu />
    </Button>
  );
}

function ThemeToggle() {
  const dispatch = useAppDispatch();
  const theme = useAppSelector(({ ui }) => ui.theme);
  useMediaQuery(SYSTEM_DARK, { noSsr: true });
  const next = otherTheme(theme);
  return (
    <Button look="icon" aria-label={`Use the ${next} theme`} onClick={() => dispatch(themeChosen(next))}>
      {next === "dark" ? <DarkModeOutlined /> : <LightModeOutlined />}
    </Button>
  );
}
