import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { selectTier } from "@/api/session/session-slice";
import { flags } from "@/lib/flags";
import { themeChosen } from "@/lib/state/ui-slice";
import { aCatalogue, aSummary } from "@/lib/testing/fixtures";
import { aStore, letIn, renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { ExportLink } from "@/parts/days/export-link";
import Exports from "@/screens/days/export/exports";
import { AccessGate } from "@/screens/entry/gate/access-gate";
import { type Screen, screenAt } from "@/screens/screens";
import SettingsPage from "@/screens/settings/settings-page";
import { App } from "./app";
import { Place } from "./places/place";
import { Header } from "./shell/header";
import { createStore } from "./store";

vi.mock("@/lib/flags", () => ({
  flags: {
    charts: false,
    darkMode: false,
    pdfExport: false,
    exports: false,
    settings: false,
    appProfile: "lite",
    environment: "development",
    mockAuthentication: true,
  },
}));

let entered: unknown[];

beforeEach(() => {
  entered = [];
  vi.spyOn(console, "error").mockImplementation(() => {});
  server.use(
    http.get("*/api/features", () => HttpResponse.json(aCatalogue([], []))),
    http.get("*/api/v2/summary", () => HttpResponse.json(aSummary())),
    http.post("*/api/auth/entry", async ({ request }) => {
      entered.push(await request.json());
      return HttpResponse.json({ message: "No." }, { status: 403 });
    }),
  );
});

it("a build without charts and dark mode offers neither, whatever the tier allows", async () => {
  renderPage(<Header />);
  await screen.findByRole("link", { name: "Days" });
  await waitFor(() => expect(screen.queryByRole("link", { name: "Chart" })).toBeNull());
  expect(screen.queryByRole("button", { name: /theme/ })).toBeNull();
});

it("one without exports and settings has the specification's sentences in their place, and no way to export", () => {
  renderPage(<Exports />);
  expect(
    screen.getByText("Export functionality for CSV, Excel, and PDF will be available here."),
  ).toBeVisible();
  expect(screen.queryByRole("region")).toBeNull();
  cleanup();
  renderPage(<SettingsPage />);
  expect(screen.getByText("Feature configuration and preferences will be managed here.")).toBeVisible();
  expect(screen.queryByRole("region")).toBeNull();
  cleanup();
  renderPage(<ExportLink />);
  expect(screen.queryByRole("link")).toBeNull();
});

it("its chart address shows no chart and counts none", () => {
  const store = renderPage(<Place screen={screenAt("/chart") as Screen} />, aStore(), "/chart");
  expect(screen.getByText("Your plan does not include this view.")).toBeVisible();
  expect(store.getState().counters.chartViews).toBe(0);
});

it("it stays light where an earlier build had kept the dark theme", async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: false, addListener() {}, removeListener() {} }));
  const store = createStore();
  store.dispatch(themeChosen("dark"));
  render(<App store={store} />);
  await waitFor(() => expect(document.documentElement).toHaveClass("light"));
  expect(document.documentElement).not.toHaveClass("dark");
});

it("a visitor of whom no tier is known has the build's", () => {
  expect(selectTier(aStore({ session: { ...letIn.session, user: null } }).getState())).toBe("lite");
});

it("with mock authentication an address without parameters enters as the mock visitor", async () => {
  renderPage(
    <AccessGate>inside</AccessGate>,
    aStore({ session: { ...letIn.session, status: "idle", user: null } }),
  );
  await waitFor(() => expect(entered).toHaveLength(1));
  expect(entered[0]).toMatchObject({ user_id: "mock", course_id: "dev-cad-std", profile: flags.appProfile });
});
