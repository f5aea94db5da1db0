import type { Theme } from "@/lib/state/ui-slice";

/** Matches where the system prefers a dark theme. */
export const SYSTEM_DARK = "(prefers-color-scheme: dark)";

/** The theme that a choice shows now. */
export function shownTheme(chosen: Theme): "light" | "dark" {
  if (chosen !== "system") return chosen;
  return matchMedia(SYSTEM_DARK).matches ? "dark" : "light";
}

/** The theme that a choice does not show now. */
export const otherTheme = (chosen: Theme) => (shownTheme(chosen) === "light" ? "dark" : "light");
