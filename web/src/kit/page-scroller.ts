import { shellElement } from "./overlays/shell-element";

/** So low a window, as at 400 % zoom, scrolls the whole page with its header; the style sheets say the same. */
const LOW = "(max-height: 480px)";

/** What scrolls when the page is read on: the content below the header, or in a low window what is around both. */
export function pageScroller(): HTMLElement | null {
  return matchMedia(LOW).matches ? shellElement() : document.getElementById("content");
}
