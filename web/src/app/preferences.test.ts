// @vitest-environment jsdom
import { waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { preferencesChosen } from "@/kept/preferences/preferences-slice";
import { keptPreferences } from "@/kept/preferences/preferences-storage";
import { STORAGE_REFUSED } from "@/kept/words";
import { browserStorage } from "@/lib/storage/storage";
import { pageStore } from "./testing/page-store";

const gap = { feature: "gap_up", operator: "=" as const, value: true };

/** What the browser refused is known until the page closes: to the next file of tests too. */
afterEach(() => {
  vi.restoreAllMocks();
  browserStorage.remove(keptPreferences.name);
});

it("a preference is there on the next visit, and default filters are active then", () => {
  const store = pageStore();
  store.dispatch(preferencesChosen({ exportFormat: "pdf" }));
  store.dispatch(preferencesChosen({ defaultFilters: [gap] }));
  store.dispatch(preferencesChosen({ compactCards: true }));
  const { preferences, filters } = pageStore().getState();
  expect(preferences).toEqual({
    defaultFilters: [gap],
    exportFormat: "pdf",
    usageEvents: true,
    compactCards: true,
    drawingStyle: {},
  });
  expect(filters.active).toEqual([gap]);
});

it("a preference chosen in another tab holds here", () => {
  const store = pageStore();
  localStorage.setItem(keptPreferences.name, JSON.stringify({ exportFormat: "xlsx" }));
  window.dispatchEvent(new StorageEvent("storage", { key: keptPreferences.name }));
  expect(store.getState().preferences.exportFormat).toBe("xlsx");
});

it("a storage that refuses is told, and the preference holds until the page closes", async () => {
  const store = pageStore();
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  store.dispatch(preferencesChosen({ exportFormat: "pdf" }));
  await waitFor(() => expect(store.getState().ui.toasts).toHaveLength(1));
  expect(store.getState().ui.toasts[0]?.message).toContain(STORAGE_REFUSED);
  expect(store.getState().preferences.exportFormat).toBe("pdf");
});
