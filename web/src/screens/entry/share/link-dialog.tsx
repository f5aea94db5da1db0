import { TextField } from "@/kit/fields/fields";
import { Dialog } from "@/kit/overlays/dialog";
import { useAppSelector } from "@/lib/state/hooks";

/** A link that the clipboard refused, selected. */
export default function LinkDialog({ onClose }: { onClose: () => void }) {
  const link = useAppSelector(({ ui }) => ui.refusedLink);
  return (
    <Dialog title="Copy the link" onClose={onClose}>
      <p>The browser kept the page from the clipboard. The link is selected: copy it with Ctrl C or Cmd C.</p>
      <TextField
        readOnly
        autoFocus
        aria-label="Link"
        value={link ?? ""}
        onFocus={({ target }) => target.select()}
      />
    </Dialog>
  );
}
