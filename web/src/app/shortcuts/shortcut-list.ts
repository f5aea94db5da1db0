/** Group, action, keys as the hotkey library reads them (a produced character, or `mod+` and a key), label. */
const ROWS = [
  ["Filters", "apply", "mod+enter", "Apply the pending filters"],
  ["Filters", "clearPending", "x", "Clear the pending filters"],
  ["Filters", "nextCard", "j", "Next card"],
  ["Filters", "previousCard", "k", "Previous card"],
  ["Filters", "probability", "p", "Toggle the card's probability"],
  ["View", "days", "d", "List the matching days"],
  ["View", "dashboardView", "v", "All features or Focus"],
  ["View", "copyLink", "l", "Copy link"],
  ["View", "sidebar", "b", "Toggle the sidebar"],
  ["View", "theme", "t", "Toggle the theme"],
  ["Chart", "previousDay", "[", "Previous day"],
  ["Chart", "nextDay", "]", "Next day"],
  ["Chart", "fitBars", "f", "Fit the bars"],
  ["Go to", "find", "mod+k", "Find a feature, day, preset or screen"],
  ["Go to", "find", "/", "Find, by a single key"],
  ["Go to", "dashboard", "1", "Dashboard"],
  ["Go to", "chart", "2", "Chart"],
  ["Go to", "methods", "3", "Statistical Methods"],
  ["Go to", "help", "?", "Keyboard shortcuts"],
] as const;

export const SHORTCUTS = ROWS.map(([group, action, keys, label]) => ({ group, action, keys, label }));

export type Shortcut = (typeof SHORTCUTS)[number];

/** Whether a shortcut is one printable character, which WCAG 2.1.4 lets a person turn off. */
export function isSingleKey({ keys }: Shortcut): boolean {
  return !keys.includes("+");
}
