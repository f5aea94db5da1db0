import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, it, vi } from "vitest";
import { firstUi } from "@/lib/state/ui-slice";
import { aCatalogue, aSummary, gapUp } from "@/lib/testing/fixtures";
import { setPageSettings } from "@/lib/testing/page-settings";
import { aStore, letIn, renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { rememberReturnUrl } from "@/screens/entry/return-url";
import { DataMarks } from "../messages/notes";
import { Header } from "./header";

function answers(summary = aSummary(), charts = true) {
  const catalogue = aCatalogue([gapUp], []);
  catalogue.profile_limits.features.charts = charts;
  server.use(
    http.get("*/api/features", () => HttpResponse.json(catalogue)),
    http.get("*/api/v2/summary", () => HttpResponse.json(summary)),
  );
}

it("a chosen start date makes one pending date filter up to the end of the data", async () => {
  answers();
  const store = renderPage(<Header />);
  await userEvent.click(await screen.findByRole("button", { name: "Start date: 02/05/2024" }));
  await userEvent.click(await screen.findByRole("gridcell", { name: "15" }));
  expect(store.getState().filters.pending).toEqual([
    { feature: "Date_Range", operator: "range", value: ["2024-02-15", "2026-03-27"] },
  ]);
  expect(screen.getByRole("button", { name: "Start date: 02/15/2024" })).toBeInTheDocument();
});

it("days outside the data cannot be picked", async () => {
  answers();
  renderPage(<Header />);
  await userEvent.click(await screen.findByRole("button", { name: "Start date: 02/05/2024" }));
  expect(await screen.findByRole("gridcell", { name: "4" })).toBeDisabled();
});

it.each([
  ["lite", "ESSENTIALS"],
  ["standard", "STANDARD"],
  ["pro", "PRO"],
] as const)("the badge of %s reads %s", (profile, text) => {
  answers();
  const user = { ...letIn.session.user, profile } as NonNullable<typeof letIn.session.user>;
  renderPage(<Header />, aStore({ session: { ...letIn.session, user } }));
  expect(screen.getByText(text)).toBeVisible();
});

it("the way back to the course stands there only where the entry named one", () => {
  answers();
  renderPage(<Header />);
  expect(screen.queryByText("Return to Course")).toBeNull();
  setPageSettings({ courseOrigins: ["https://school.example"] });
  rememberReturnUrl("https://school.example/c");
  renderPage(<Header />);
  const back = screen.getByRole("link", { name: "Return to Course" });
  expect(back).toHaveAttribute("href", "https://school.example/c");
  expect(back, "out of a frame of the course").toHaveAttribute("target", "_top");
});

it("the Chart tab needs a tier with charts", async () => {
  answers(aSummary(), false);
  renderPage(<Header />);
  await screen.findByRole("button", { name: "Start date: 02/05/2024" });
  expect(screen.queryByRole("link", { name: "Chart" })).toBeNull();
});

it("sample data and unknown rolls are marked", async () => {
  answers(aSummary({ sample_data: true, roll_state: "unknown" }));
  renderPage(<DataMarks />);
  expect(await screen.findByText("Sample data")).toBeVisible();
  expect(screen.getByText("Unknown rolls")).toBeVisible();
});

it("the market made by a coin is marked as such", async () => {
  answers(aSummary({ symbol: "DEMO-COIN", sample_data: true }));
  renderPage(<DataMarks />);
  const mark = await screen.findByRole("note");
  expect(mark).toHaveTextContent(
    /^DEMO-COIN: every bar of the sample turned by a coin. There is nothing to find.$/,
  );
});

it("the theme's button leads to the other theme, also where the system's is shown", async () => {
  answers();
  vi.spyOn(window, "matchMedia").mockImplementation(
    (query) =>
      ({ matches: query.includes("dark"), addEventListener() {}, removeEventListener() {} }) as never,
  );
  const store = renderPage(<Header />, aStore({ ui: { ...firstUi, theme: "system" } }));
  await userEvent.click(await screen.findByRole("button", { name: "Use the light theme" }));
  expect(store.getState().ui.theme).toBe("light");
  await userEvent.click(screen.getByRole("button", { name: "Use the dark theme" }));
  expect(store.getState().ui.theme).toBe("dark");
});
