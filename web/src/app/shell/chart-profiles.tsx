import { lineProfiles } from "@/features/lines/line-profile";
import { ProfileControls } from "@/features/profiles/profile-controls";
import { amaProfiles } from "@/features/signals/ama-profile";

/** The saved settings of the chart screen. */
export default function ChartProfiles() {
  return (
    <>
      <ProfileControls type={amaProfiles} />
      <ProfileControls type={lineProfiles} />
    </>
  );
}
