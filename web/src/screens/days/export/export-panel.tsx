import { useParameters } from "@/address/parameters";
import { Button } from "@/kit/button";
import { lazyPart } from "@/kit/lazy-with-retry";
import { Sheet } from "@/kit/overlays/dialog";
import { DAYS } from "../parameters";

const Exports = lazyPart(() => import("./exports"));

/** Opens the files of days and statistics over the days. */
export function ExportPanel() {
  const [{ panel }, change] = useParameters(DAYS);
  return (
    <>
      <Button look="quiet" aria-haspopup="dialog" onClick={() => change({ panel: "open" })}>
        Export
      </Button>
      {panel && (
        <Sheet title="Export" onClose={() => change({ panel: null })}>
          <Exports />
        </Sheet>
      )}
    </>
  );
}
