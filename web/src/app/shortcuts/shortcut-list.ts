/** What a shortcut does; each name is bound in `shortcut-keys.tsx`. */
export type ShortcutAction =
  | "help"
  | "find"
  | "apply"
  | "clearPending"
  | "nextCard"
  | "previousCard"
  | "probability"
  | "days"
  | "copyLink"
  | "sidebar"
  | "theme"
  | "previousDay"
  | "nextDay"
  | "fitBars"
  | "dashboard"
  | "chart"
  | "methods";

export interface Shortcut {
  action: ShortcutAction;
  /** As the hotkey library reads it: a produced character, or `mod+` and a key. */
  keys: string;
  label: string;
}

export interface ShortcutGroup {
  title: string;
  shortcuts: Shortcut[];
}

export const SHORTCUTS: readonly ShortcutGroup[] = [
  {
    title: "Filters",
    shortcuts: [
      { action: "apply", keys: "mod+enter", label: "Apply the pending filters" },
      { action: "clearPending", keys: "x", label: "Clear the pending filters" },
      { action: "nextCard", keys: "j", label: "Next card" },
      { action: "previousCard", keys: "k", label: "Previous card" },
      { action: "probability", keys: "p", label: "Toggle the card's probability" },
    ],
  },
  {
    title: "View",
    shortcuts: [
      { action: "days", keys: "d", label: "List the matching days" },
      { action: "copyLink", keys: "l", label: "Copy link" },
      { action: "sidebar", keys: "b", label: "Toggle the sidebar" },
      { action: "theme", keys: "t", label: "Toggle the theme" },
    ],
  },
  {
    title: "Chart",
    shortcuts: [
      { action: "previousDay", keys: "[", label: "Previous day" },
      { action: "nextDay", keys: "]", label: "Next day" },
      { action: "fitBars", keys: "f", label: "Fit the bars" },
    ],
  },
  {
    title: "Go to",
    shortcuts: [
      { action: "find", keys: "mod+k", label: "Find a feature, day, preset or screen" },
      { action: "find", keys: "/", label: "Find, by a single key" },
      { action: "dashboard", keys: "1", label: "Dashboard" },
      { action: "chart", keys: "2", label: "Chart" },
      { action: "methods", keys: "3", label: "Statistical Methods" },
      { action: "help", keys: "?", label: "Keyboard shortcuts" },
    ],
  },
];

/** Whether a shortcut is one printable character, which WCAG 2.1.4 lets a person turn off. */
export function isSingleKey({ keys }: Shortcut): boolean {
  return !keys.includes("+");
}

/** The keys as they are read on this machine: ["Ctrl", "Enter"] or ["⌘", "Enter"]. */
export function keyNames({ keys }: Shortcut, isMac: boolean): string[] {
  const names: Record<string, string> = { mod: isMac ? "⌘" : "Ctrl", enter: "Enter" };
  return keys.split("+").map((key) => names[key] ?? key.toUpperCase());
}
