export const SHELL_ID = "shell";

/**
 * Where drawers and popovers are drawn: what an open one hides from assistive technology lies in there with it, the
 * notifications beside it do not.
 */
export function shellElement(): HTMLElement | null {
  return document.getElementById(SHELL_ID);
}
