export const SHELL_ID = "shell";

/** Where drawers and popovers are drawn: an open one hides its siblings there, but no notifications. */
export function shellElement(): HTMLElement | null {
  return document.getElementById(SHELL_ID);
}
