import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { delay, HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { aCatalogue, aSummary, gapClass, gapUp } from "@/lib/testing/fixtures";
import { aStore, letIn, renderPage } from "@/lib/testing/render";
import { server } from "@/lib/testing/server";
import { ExportLink } from "@/parts/days/export-link";
import type { Filter } from "@/question/filters";
import { emptyFilters } from "@/question/filters-slice";
import Exports from "./exports";
import { LEAD, NO_EXPORTS } from "./words";

const gap: Filter = { feature: "gap_up", operator: "=", value: true };
const filters = { ...emptyFilters, active: [gap] };
const ui = { ...letIn.ui, activeProbabilityFeatures: ["gap_class"] };

let asked: unknown[];

beforeEach(() => {
  asked = [];
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:x", revokeObjectURL: () => {} }));
  const catalogue = aCatalogue([gapUp, gapClass], []);
  const limits = catalogue.profile_limits;
  server.use(
    http.get("*/api/features", () =>
      HttpResponse.json({
        ...catalogue,
        profile_limits: { ...limits, features: { ...limits.features, export: ["csv"] } },
      }),
    ),
    http.get("*/api/profiles", () => HttpResponse.json({ profiles: [] })),
    http.get("*/api/v2/summary", () => HttpResponse.json(aSummary())),
    http.post("*/api/v2/filtered", () =>
      HttpResponse.json({ totalDays: 531, filtered_data: { total_days: 301 } }),
    ),
    http.post("*/api/v2/export", async ({ request }) => {
      asked.push(await request.json());
      return new HttpResponse("a,b", { headers: { "Content-Type": "text/csv" } });
    }),
  );
});

const shown = () => renderPage(<Exports />, aStore({ filters, ui }));

it("leads with what can be done", async () => {
  shown();
  expect(screen.getByText(LEAD)).toBeVisible();
  expect(screen.queryByText(NO_EXPORTS)).toBeNull();
  expect(await screen.findByRole("button", { name: "Export days as CSV" })).toBeVisible();
});

it("says which days a file is of", async () => {
  shown();
  expect(await screen.findByText(/^ES, 301 of 531 days: Gap up\.$/)).toBeVisible();
});

it("says so where no filter is active", async () => {
  renderPage(<Exports />, aStore({ ui }));
  expect(await screen.findByText("ES, 531 days, no active filters.")).toBeVisible();
});

it.each([
  ["days", { kind: "days" }],
  ["statistics", { kind: "statistics", features: ["gap_class"] }],
])("%s are asked for under the active filters", async (what, question) => {
  shown();
  const button = await screen.findByRole("button", { name: `Export ${what} as CSV` });
  await waitFor(() => expect(button).toBeEnabled());
  await userEvent.click(button);
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]).toMatchObject({
    ...question,
    format: "csv",
    symbol: "ES",
    filters: { gap_up: { operator: "=", value: true } },
  });
});

it("names another subscription only once the subscriptions are known", async () => {
  server.use(http.get("*/api/profiles", () => delay("infinite")));
  shown();
  const button = await screen.findByRole("button", { name: "Export days as CSV" });
  await waitFor(() => expect(button).toBeEnabled());
  expect(screen.queryByText(/another subscription/)).toBeNull();
});

it("keeps back a format outside the subscription, and says so", async () => {
  shown();
  const button = (format: string) => screen.getByRole("button", { name: `Export days as ${format}` });
  await waitFor(() => expect(button("CSV")).toBeEnabled());
  expect(button("Excel")).toBeDisabled();
  expect(button("PDF")).toBeDisabled();
  expect(await screen.findAllByText("Excel and PDF come with another subscription.")).not.toHaveLength(0);
});

it("is linked", () => {
  renderPage(<ExportLink />);
  expect(screen.getByRole("link", { name: "Export" })).toHaveAttribute("href", "/days?export=open");
});
