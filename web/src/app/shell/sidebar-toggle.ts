import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { drawerSet, sidebarToggled } from "@/lib/state/ui-slice";
import { useNarrow } from "@/lib/ui/use-narrow";

/** Whether the sidebar is open, beside the page or over it, and the way to change that. */
export function useSidebarToggle(): { isOpen: boolean; toggle: () => void } {
  const dispatch = useAppDispatch();
  const isNarrow = useNarrow();
  const isOpen = useAppSelector(({ ui }) => (isNarrow ? ui.drawerOpen : ui.sidebarOpen));
  return { isOpen, toggle: () => void dispatch(isNarrow ? drawerSet(!isOpen) : sidebarToggled()) };
}
