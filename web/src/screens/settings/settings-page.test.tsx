import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type SessionUser, selectTier } from "@/api/session/session-slice";
import { NOTHING_CHANGED } from "@/kept/words";
import { aCatalogue, gapUp } from "@/lib/testing/fixtures";
import { aStore, letIn, renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { emptyFilters } from "@/question/filters-slice";
import SettingsPage from "./settings-page";
import { FIRST_FORMAT, LEAD, NO_SETTINGS, NO_USAGE_EVENTS, USE_ACTIVE_FILTERS, WHAT_LEAVES } from "./words";

const gap = { feature: "gap_up", operator: "=" as const, value: true };
const page = <SettingsPage />;
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

const me = { ...letIn.session.user, email: "ana@example.com", course_title: "Futures", session_id: "s" };

beforeEach(() =>
  server.use(
    http.get("*/api/auth/me", () => HttpResponse.json(me)),
    http.get("*/api/features", () => HttpResponse.json(aCatalogue([gapUp], []))),
  ),
);

it("leads with what can be done", () => {
  renderPage(page);
  expect(screen.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  expect(screen.getByText(LEAD)).toBeVisible();
  expect(screen.queryByText(NO_SETTINGS)).toBeNull();
});

describe("what leaves the browser", () => {
  const region = () => screen.getByRole("region", { name: WHAT_LEAVES });
  afterEach(() => document.head.replaceChildren());

  it("is the questions, and without an address no usage events", () => {
    renderPage(page);
    expect(region()).toHaveTextContent(/filters, dates, open cards, chosen days and chart settings/);
    expect(region()).toHaveTextContent(NO_USAGE_EVENTS);
    expect(screen.queryByRole("checkbox", { name: "Send usage events" })).toBeNull();
    expect(screen.queryByText(/sent nowhere/)).toBeNull();
  });

  it("with an address is usage events with filters too, which can be turned off", async () => {
    document.head.innerHTML = '<meta name="session-almanac">';
    const told = JSON.stringify({ analyticsUrl: "https://collector.example/events" });
    document.querySelector("meta")?.setAttribute("content", told);
    const store = renderPage(page);
    expect(region()).toHaveTextContent(/go to collector\.example: the filters you apply/);
    await userEvent.click(screen.getByRole("checkbox", { name: "Send usage events" }));
    expect(store.getState().preferences.usageEvents).toBe(false);
    expect(screen.getByRole("checkbox", { name: "Send usage events" })).not.toBeChecked();
  });
});

it("changes the theme the header changes", async () => {
  const store = renderPage(page);
  expect(screen.getByRole("radio", { name: "Light" })).toBeChecked();
  await userEvent.click(screen.getByRole("radio", { name: "Dark" }));
  expect(store.getState().ui.theme).toBe("dark");
  await userEvent.click(screen.getByRole("radio", { name: "Dark" }));
  expect(store.getState().ui.theme).toBe("dark");
  await userEvent.click(screen.getByRole("radio", { name: "System" }));
  expect(store.getState().ui.theme).toBe("system");
});

it("says how the dashboard's cards are spaced", async () => {
  const store = renderPage(page);
  await userEvent.click(screen.getByRole("checkbox", { name: "Compact cards" }));
  expect(store.getState().preferences.compactCards).toBe(true);
});

it("takes the active filters as default ones, names them and clears them", async () => {
  const store = renderPage(page, aStore({ filters: { ...emptyFilters, active: [gap] } }));
  expect(screen.getByText("No default filters")).toBeVisible();
  await press(USE_ACTIVE_FILTERS);
  expect(store.getState().preferences.defaultFilters).toEqual([gap]);
  expect(await screen.findByText("Gap up")).toBeVisible();
  await press("Clear default filters");
  expect(store.getState().preferences.defaultFilters).toEqual([]);
});

it("has nothing to take where no filter is active", () => {
  renderPage(page);
  expect(screen.getByRole("button", { name: USE_ACTIVE_FILTERS })).toBeDisabled();
});

it("chooses the format an export offers first", async () => {
  const store = renderPage(page);
  expect(screen.getByLabelText(FIRST_FORMAT)).toHaveValue("csv");
  await userEvent.selectOptions(screen.getByLabelText(FIRST_FORMAT), "Excel");
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
  expect(screen.getByRole("alert")).toHaveTextContent(NOTHING_CHANGED);
});

it("says who is signed in, with which profile and where it came from", async () => {
  renderPage(page);
  const profile = screen.getByRole("region", { name: "Profile" });
  expect(profile).toHaveTextContent("PRO, from the course's link");
  expect(await screen.findByText("ana@example.com")).toBeVisible();
  expect(profile).toHaveTextContent("Futures");
});

it("sets the profile to a smaller one and resets it to the visitor's own", async () => {
  const store = renderPage(page);
  const viewAs = screen.getByLabelText("View as");
  expect(viewAs).toHaveDisplayValue("PRO");
  await userEvent.selectOptions(viewAs, "ESSENTIALS");
  expect(selectTier(store.getState())).toBe("lite");
  await press("Reset to PRO");
  expect(selectTier(store.getState())).toBe("pro");
  expect(viewAs).toHaveDisplayValue("PRO");
});

it("offers no profile above the visitor's own, and the smallest none at all", () => {
  const withTier = (profile: "lite" | "standard") =>
    aStore({ session: { ...letIn.session, user: { ...letIn.session.user, profile } as SessionUser } });
  renderPage(page, withTier("standard"));
  expect(screen.getAllByRole("option", { name: /ESSENTIALS|STANDARD|PRO/ })).toHaveLength(2);
  cleanup();
  renderPage(page, withTier("lite"));
  expect(screen.queryByLabelText("View as")).toBeNull();
});
