// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { firstChart } from "@/kept/chart/chart-slice";
import { saveState } from "@/kept/persistence";
import { firstUi, type Theme } from "@/lib/state/ui-slice";
import { emptyFilters } from "@/question/filters-slice";
import { followTheme } from "./theme";

const isDark = () => document.documentElement.classList.contains("dark-mode");
const choose = (theme: Theme) =>
  saveState({ ui: { ...firstUi, theme }, filters: emptyFilters, chart: firstChart });

/** Follows where the system is dark or not. */
function follow(isSystemDark: boolean) {
  vi.stubGlobal("matchMedia", () => ({ matches: isSystemDark, addEventListener: () => {} }));
  followTheme();
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.unstubAllGlobals();
  document.documentElement.className = "";
});

it.each(["light", "dark"] as const)("shows the %s theme of the page, whatever the system's", (theme) => {
  choose(theme);
  follow(theme === "light");
  expect(isDark()).toBe(theme === "dark");
});

it.each([true, false])("shows the system's theme where the page keeps none: dark %s", (isSystemDark) => {
  follow(isSystemDark);
  expect(isDark()).toBe(isSystemDark);
  localStorage.setItem("session-almanac", "{");
  follow(isSystemDark);
  expect(isDark()).toBe(isSystemDark);
  choose("system");
  follow(isSystemDark);
  expect(isDark()).toBe(isSystemDark);
});

it("goes on to a theme that is chosen in another tab", () => {
  follow(false);
  choose("dark");
  window.dispatchEvent(new StorageEvent("storage"));
  expect(isDark()).toBe(true);
});
