import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { type DashboardView, viewChosen } from "@/lib/state/ui-slice";
import styles from "./dashboard.module.css";
import { VIEWS } from "./words";

/** All features, or Focus, whose part of the page is fetched when the pointer or the focus comes near. */
export function ViewToggle({ fetchAhead }: { fetchAhead: () => void }) {
  const dispatch = useAppDispatch();
  const view = useAppSelector(({ ui }) => ui.view);
  const shortcut = (own: DashboardView) => (own === view ? undefined : "dashboardView");
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      className={styles.views ?? ""}
      aria-label={VIEWS}
      value={view}
      onChange={(_, chosen: DashboardView | null) => chosen && dispatch(viewChosen(chosen))}
      onPointerEnter={fetchAhead}
      onFocus={fetchAhead}
    >
      <ToggleButton value="all" data-shortcut={shortcut("all")}>
        All features
      </ToggleButton>
      <ToggleButton value="focus" data-shortcut={shortcut("focus")}>
        Focus
      </ToggleButton>
    </ToggleButtonGroup>
  );
}
