import { useLocation, useNavigate } from "react-router";
import { amaSettingsSet, selectAmaSettings } from "@/kept/chart/chart-slice";
import { SidePanel } from "@/kit/overlays/side-panel";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { ColorsTab } from "./colors-tab";
import { SettingsTab } from "./settings-tab";

const TABS = { settings: "Settings", colors: "Colors" } as const;

/** What the signals are computed with and drawn in; each change shows at once, a number once it is typed. The address says the tab. */
export default function AmaPanel({ onClose }: { onClose: () => void }) {
  const dispatch = useAppDispatch();
  const settings = useAppSelector(selectAmaSettings);
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const tab = hash === "#ama-colors" ? "colors" : "settings";
  const Tab = tab === "settings" ? SettingsTab : ColorsTab;
  return (
    <SidePanel
      title="AMA Settings"
      tabs={TABS}
      chosen={tab}
      onChoose={(name) => void navigate({ search, hash: `ama-${name}` }, { replace: true })}
      onClose={onClose}
    >
      <Tab settings={settings} onChange={(changed) => dispatch(amaSettingsSet(changed))} />
    </SidePanel>
  );
}
