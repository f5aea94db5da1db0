import { lazyPart } from "@/kit/lazy-with-retry";
import { shellElement } from "@/kit/overlays/shell-element";
import type { Filter } from "@/question/filters";
import { FilterEditor } from "./filter-editor";

const Popover = lazyPart(() => import("@mui/material/Popover"));

/** What is edited, and the place of its editor in the window. */
export interface Edited {
  filter: Filter;
  top: number;
  left: number;
}

/** The editor opens below a line, and stays there when the line moves or renders again. */
export function editedBelow(line: HTMLElement, filter: Filter): Edited {
  const { bottom, left } = line.getBoundingClientRect();
  return { filter, top: bottom, left };
}

/** Edits a filter of a list in place; the list holds it, as a filter's id can change while it is edited. */
export function EditorPopover({ edited, onClose }: { edited: Edited; onClose: () => void }) {
  return (
    <Popover
      open
      anchorReference="anchorPosition"
      anchorPosition={edited}
      container={shellElement}
      onClose={onClose}
      slotProps={{ paper: { role: "dialog", "aria-label": "Edit filter" } }}
    >
      <FilterEditor filter={edited.filter} onClose={onClose} />
    </Popover>
  );
}
