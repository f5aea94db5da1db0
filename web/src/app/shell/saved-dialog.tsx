import { useChartsAllowed } from "@/api/catalogue";
import { Dialog } from "@/kit/overlays/dialog";
import { SavedFilters } from "@/parts/filters/presets/saved-filters";
import { layoutProfiles } from "@/parts/profiles/layout-profiles";
import { ProfileControls } from "@/parts/profiles/profile-controls";
import ChartProfiles from "./chart-profiles";
import type { ModalProps } from "./modals";

/** All that a visitor keeps: questions by name, those applied last, and the profiles of dashboard and chart. */
export default function SavedDialog({ onClose }: ModalProps) {
  const hasCharts = useChartsAllowed();
  return (
    <Dialog title="Saved" onClose={onClose}>
      <SavedFilters close={onClose} />
      <ProfileControls type={layoutProfiles} />
      {hasCharts && <ChartProfiles />}
    </Dialog>
  );
}
