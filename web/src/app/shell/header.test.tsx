import { screen, waitFor } from "@testing-library/react";
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
  await screen.findByRole("link", { name: "Days" });
  await waitFor(() => expect(screen.queryByRole("link", { name: "Chart" })).toBeNull());
});

const SCOPE = ["Known up to", "Date range", "Instrument"];

it.each([
  ["/dashboard", []],
  ["/dashboard?view=compare", []],
  ["/chart", []],
  ["/days", []],
  ["/days?view=like", ["Known up to", "Instrument"]],
  ["/today", ["Instrument"]],
  ["/questions", ["Instrument"]],
  ["/practice", ["Instrument"]],
  ["/methods", []],
  ["/settings", []],
])(
  "on %s it has those of the question's controls that act there and that no bar has: %s",
  async (path, shown) => {
    answers({ ...aSummary(), symbols: ["ES", "NQ"] });
    renderPage(<Header />, aStore(), path);
    await screen.findByRole("link", { name: "Chart" });
    const isShown = (name: string) => screen.queryByLabelText(name) ?? screen.queryByRole("group", { name });
    await waitFor(() => expect(SCOPE.filter(isShown)).toEqual(shown));
  },
);

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
