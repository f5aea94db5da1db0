import { expect, it } from "vitest";
import {
  categoriesOrdered,
  categoryToggled,
  firstUi,
  previousDayFiltersToggled,
  probabilitiesSet,
  probabilityToggled,
  sidebarToggled,
  themeChosen,
  toastAdded,
  toastRemoved,
  uiReducer,
  viewChosen,
} from "./ui-slice";

const after = (...actions: Parameters<typeof uiReducer>[1][]) => actions.reduce(uiReducer, firstUi);

it("the page starts light, with the sidebar open, three categories and no previous-day filters", () => {
  expect(firstUi).toMatchObject({
    theme: "light",
    sidebarOpen: true,
    selectedCategories: ["GAPS", "OR12", "GLOBEX"],
    categoryOrder: [
      "GAPS",
      "OR12",
      "OR6",
      "OR18",
      "RANGE",
      "BREAKOUTS",
      "GLOBEX",
      "ORCL",
      "REGIME",
      "EOD",
      "DAYDATE",
    ],
    showPreviousDayFilters: false,
    toasts: [],
    modals: [],
  });
});

it("the theme is as chosen", () => {
  expect(after(themeChosen("dark"), themeChosen("system"))).toEqual({ ...firstUi, theme: "system" });
});

it("sidebar and previous-day filters go to and fro", () => {
  const once = after(sidebarToggled(), previousDayFiltersToggled());
  expect(once).toMatchObject({ sidebarOpen: false, showPreviousDayFilters: true });
  const twice = [sidebarToggled(), previousDayFiltersToggled()].reduce(uiReducer, once);
  expect(twice).toEqual(firstUi);
});

it("Focus folds the sidebar away, all features bring it back, and choosing the same again changes nothing", () => {
  expect(firstUi.view).toBe("all");
  const focused = after(viewChosen("focus"));
  expect(focused).toMatchObject({ view: "focus", sidebarOpen: false });
  const opened = uiReducer(focused, sidebarToggled());
  expect(uiReducer(opened, viewChosen("focus"))).toEqual(opened);
  expect(uiReducer(focused, viewChosen("all"))).toEqual(firstUi);
});

it("a category is selected and deselected, and the order is set", () => {
  expect(after(categoryToggled("EOD")).selectedCategories).toEqual(["GAPS", "OR12", "GLOBEX", "EOD"]);
  expect(after(categoryToggled("OR12")).selectedCategories).toEqual(["GAPS", "GLOBEX"]);
  expect(after(categoriesOrdered(["EOD", "GAPS"])).categoryOrder).toEqual(["EOD", "GAPS"]);
});

it("a feature's probability is toggled, set with others, and cleared with all", () => {
  const none = after(probabilitiesSet([]));
  expect(none.activeProbabilityFeatures).toEqual([]);
  const on = uiReducer(none, probabilityToggled("gap_up"));
  expect(on.activeProbabilityFeatures).toEqual(["gap_up"]);
  expect(uiReducer(on, probabilityToggled("gap_up"))).toEqual(none);
  expect(uiReducer(none, probabilitiesSet(["a", "b"])).activeProbabilityFeatures).toEqual(["a", "b"]);
});

it("a toast has id, type, message and its own duration where given, and goes by its id", () => {
  const { toasts } = after(toastAdded("custom", "Said", 0), toastAdded("blank", "Also said"));
  expect(toasts).toEqual([
    { id: expect.stringMatching(/.+/), type: "custom", message: "Said", duration: 0 },
    { id: expect.stringMatching(/.+/), type: "blank", message: "Also said" },
  ]);
  expect(uiReducer({ ...firstUi, toasts }, toastRemoved(toasts[0]?.id ?? "")).toasts).toEqual([toasts[1]]);
});
