import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { emptyFilters } from "@/lib/state/filters-slice";
import { aStore, renderPage } from "@/lib/testing/render";
import SettingsPage from "./settings-page";

const gap = { feature: "gap_up", operator: "=" as const, value: true };
const page = <SettingsPage describe={({ feature }) => `${feature} in words`} />;
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

afterEach(() => vi.restoreAllMocks());

it("bears the specification's sentence", () => {
  renderPage(page);
  expect(screen.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  expect(screen.getByText("Feature configuration and preferences will be managed here.")).toBeVisible();
});

it("changes the theme the header changes", async () => {
  const store = renderPage(page);
  expect(screen.getByRole("radio", { name: "Light" })).toBeChecked();
  await userEvent.click(screen.getByRole("radio", { name: "Dark" }));
  expect(store.getState().ui.theme).toBe("dark");
  await userEvent.click(screen.getByRole("radio", { name: "Dark" }));
  expect(store.getState().ui.theme).toBe("dark");
});

it("takes the active filters as default ones, names them and clears them", async () => {
  const store = renderPage(page, aStore({ filters: { ...emptyFilters, active: [gap] } }));
  expect(screen.getByText("No default filters")).toBeVisible();
  await press("Use the active filters");
  expect(store.getState().preferences.defaultFilters).toEqual([gap]);
  expect(screen.getByText("gap_up in words")).toBeVisible();
  await press("Clear default filters");
  expect(store.getState().preferences.defaultFilters).toEqual([]);
});

it("has nothing to take where no filter is active", () => {
  renderPage(page);
  expect(screen.getByRole("button", { name: "Use the active filters" })).toBeDisabled();
});

it("chooses the format an export offers first", async () => {
  const store = renderPage(page);
  expect(screen.getByLabelText("Export format offered first")).toHaveValue("csv");
  await userEvent.selectOptions(screen.getByLabelText("Export format offered first"), "Excel");
  expect(store.getState().preferences.exportFormat).toBe("xlsx");
});

it("asks before it forgets, and says so where the storage refuses", async () => {
  renderPage(page);
  await press("Reset everything saved");
  expect(await screen.findByRole("dialog", { name: "Reset everything saved" })).toBeVisible();
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  await press("Reset");
  expect(screen.getByRole("alert")).toHaveTextContent("storage is full or blocked");
});
