/** Shows the theme of the page, and goes on to when it changes there or in the system. */
export function followTheme() {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const show = () => document.documentElement.classList.toggle("dark-mode", isPageDark() ?? system.matches);
  show();
  system.addEventListener("change", show);
  window.addEventListener("storage", show);
}

/** Whether the page's theme is dark, as it keeps it; undefined where it keeps none or the system's. */
function isPageDark(): boolean | undefined {
  try {
    const { theme } = JSON.parse(localStorage.getItem("session-almanac") ?? "").ui;
    return theme === "system" ? undefined : theme === "dark";
  } catch {
    return undefined;
  }
}
