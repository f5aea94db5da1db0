import { useNavigate } from "react-router";
import { copyLink } from "@/address/link";
import { useChartsAllowed } from "@/api/catalogue";
import { otherTheme } from "@/lib/browser/shown-theme";
import { flags } from "@/lib/flags";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { modalOpened, probabilityToggled, themeChosen } from "@/lib/state/ui-slice";
import { applyPending, clearPending } from "@/question/apply-filters";
import { selectPendingCount } from "@/question/filters-slice";
import { useSidebarToggle } from "../shell/header";
import type { Shortcut } from "./shortcut-list";

/** What each shortcut does, on whatever the screen holds; without its object a shortcut does nothing. */
export function useShortcutActions(): Record<Shortcut["action"], () => void> {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const pending = useAppSelector(selectPendingCount);
  const hasCharts = useChartsAllowed();
  const theme = useAppSelector(({ ui }) => ui.theme);
  const { toggle } = useSidebarToggle();
  return {
    find: () => dispatch(modalOpened("find")),
    help: () => dispatch(modalOpened("shortcuts")),
    apply: () => void (pending > 0 && dispatch(applyPending())),
    clearPending: () => dispatch(clearPending()),
    nextCard: () => focusCard(1),
    previousCard: () => focusCard(-1),
    probability: () => {
      const feature = focusedCard()?.dataset.feature;
      if (feature) dispatch(probabilityToggled(feature));
    },
    days: () => press("days"),
    previousDay: () => press("previousDay"),
    nextDay: () => press("nextDay"),
    fitBars: () => press("fitBars"),
    dashboardView: () => press("dashboardView"),
    copyLink: () => void dispatch(copyLink()),
    sidebar: toggle,
    theme: () => void (flags.darkMode && dispatch(themeChosen(otherTheme(theme)))),
    dashboard: () => void navigate("/dashboard"),
    chart: () => void (hasCharts && navigate("/chart")),
    methods: () => void navigate("/methods"),
  };
}

/** Presses the button that bears a shortcut's name, where the screen has one. */
function press(action: Shortcut["action"]) {
  document.querySelector<HTMLElement>(`[data-shortcut="${action}"]`)?.click();
}

function focusedCard(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>("[data-feature]") ?? null;
}

/** From the card that holds the focus to the one `step` further; from elsewhere to the first or last. */
function focusCard(step: 1 | -1) {
  const all = [...document.querySelectorAll<HTMLElement>("article[data-feature]")];
  const cards = all.filter((card) => !card.closest("[hidden]"));
  const current = focusedCard();
  const start = step > 0 ? -1 : cards.length;
  const next = cards[(current ? cards.indexOf(current) : start) + step];
  if (!next) return;
  next.tabIndex = -1;
  next.focus();
}
