import { lineChanged, lineSettingsSet, selectLineSettings } from "@/features/chart/state/chart-slice";
import { useAppDispatch, useAppSelector } from "@/lib/state/hooks";
import { Button } from "@/lib/ui/button";
import { Dialog } from "@/lib/ui/overlays/dialog";
import { LineFields } from "./line-fields";
import styles from "./lines.module.css";
import { DEFAULT_LINES } from "./state/line-settings";

/** How the reference levels are drawn; each change shows in the preview and on the chart at once. */
export default function LineSettingsDialog({ onClose }: { onClose: () => void }) {
  const dispatch = useAppDispatch();
  const lines = useAppSelector(selectLineSettings);
  return (
    <Dialog title="Reference Line Settings" onClose={onClose}>
      {lines.map((line) => (
        <LineFields
          key={line.key}
          line={line}
          onChange={(change) => dispatch(lineChanged({ key: line.key, ...change }))}
        />
      ))}
      <div className={styles.actions}>
        <Button onClick={() => dispatch(lineSettingsSet(DEFAULT_LINES))}>Reset to Defaults</Button>
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}
