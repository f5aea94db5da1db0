import { lineProfiles } from "@/parts/lines/line-profile";
import { ProfileControls } from "@/parts/profiles/profile-controls";
import { amaProfiles } from "@/parts/signals/ama-profile";

/** The saved settings of the chart screen. */
export default function ChartProfiles() {
  return (
    <>
      <ProfileControls type={amaProfiles} />
      <ProfileControls type={lineProfiles} />
    </>
  );
}
